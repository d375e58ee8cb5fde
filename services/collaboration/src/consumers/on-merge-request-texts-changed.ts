import type { EventConsumer } from '@forgemesh/events';
import { refreshClosing } from '../items/merge-requests/closing-issues';
import type { Collaboration } from '../deps';

/** Changes that may say something else about what a merge closes. */
const relevant = ['title', 'description', 'target_branch', 'version'] as const;

const events = [
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.reopened',
] as const;

/**
 * Finds out which issues the merge of a request closes, as far as its texts and commits changed.
 */
export const onMergeRequestTextsChanged: EventConsumer<(typeof events)[number], Collaboration> = {
  name: 'collaboration-closed-issues',
  events,
  from: 'all',
  async handle({ type, subject, data }, deps) {
    const isNew = !type.endsWith('updated');
    if (!isNew && !relevant.some((name) => data.changes[name] !== undefined)) return;
    const request = await deps.mergeRequests.find(Number(subject));
    if (request?.state === 'opened') await refreshClosing(deps, request);
  },
};
