import type { EventConsumer } from '@forgemesh/events';
import { keepMergeRef } from '../items/merge-requests/keep-merge-ref';
import type { Collaboration } from '../deps';

/** Has `refs/merge-requests/<iid>/merge` written for what is new; whoever hears of a push to the target does so too. */
export const onMergeRequestVersion: EventConsumer<Collaboration> = {
  name: 'collaboration-merge-refs',
  events: ['created', 'updated', 'reopened'].map((what) => `collaboration.merge_request.${what}`),
  from: 'new',
  async handle({ type, subject, data }, deps) {
    if (type.endsWith('updated') && data.changes['version'] === undefined) return;
    const request = await deps.mergeRequests.find(Number(subject));
    if (request) await keepMergeRef(deps, request);
  },
};
