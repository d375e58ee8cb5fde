import type { EventConsumer } from '@forgemesh/events';
import { updateMergeRef } from '../items/merge-requests/merging/update-merge-ref';
import type { Collaboration } from '../deps';

const events = [
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.reopened',
] as const;

/**
 * Has `refs/merge-requests/<iid>/merge` written for what is new; whoever hears of a push to the
 * target does so too.
 */
export const onMergeRequestVersion: EventConsumer<(typeof events)[number], Collaboration> = {
  name: 'collaboration-merge-refs',
  events,
  from: 'new',
  async handle({ type, subject, data }, deps) {
    if (type.endsWith('updated') && data.changes.version === undefined) return;
    const request = await deps.mergeRequests.find(Number(subject));
    if (request) await updateMergeRef(deps, request);
  },
};
