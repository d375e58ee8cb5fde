import type { EventConsumer } from '@forgemesh/events';
import { type MergeRequestChangesDeps, refreshClosing } from '#items/merge-requests';

/** Changes that may affect which issues the merge closes. */
const relevant = ['title', 'description', 'target_branch', 'version'] as const;

const events = [
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.reopened',
] as const;

/**
 * Refreshes the list of issues that merging a merge request closes when its texts or commits
 * change.
 */
export const onMergeRequestTextsChanged: EventConsumer<(typeof events)[number], MergeRequestChangesDeps> = {
  name: 'collaboration-closed-issues',
  events,
  from: 'all',
  async handle({ type, subject, data }, deps) {
    const isNew = !type.endsWith('updated');
    if (!isNew && !relevant.some((name) => data.changes[name] !== undefined)) return;
    const request = await deps.items.mergeRequests.find(Number(subject));
    if (request?.state === 'opened') await refreshClosing(deps, request);
  },
};
