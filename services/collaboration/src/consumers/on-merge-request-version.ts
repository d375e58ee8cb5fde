import type { EventConsumer } from '@forgemesh/events';
import { type MergeRequestChangesDeps, updateMergeRef } from '#items/merge-requests';

const events = [
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.reopened',
] as const;

/**
 * Writes `refs/merge-requests/<iid>/merge` for new versions. `on-branch-pushed.ts` does the same
 * for pushes to the branches.
 */
export const onMergeRequestVersion: EventConsumer<(typeof events)[number], MergeRequestChangesDeps> = {
  name: 'collaboration-merge-refs',
  events,
  from: 'new',
  async handle({ type, subject, data }, deps) {
    if (type.endsWith('updated') && data.changes.version === undefined) return;
    const request = await deps.items.mergeRequests.find(Number(subject));
    if (request) await updateMergeRef(deps, request);
  },
};
