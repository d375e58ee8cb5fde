import type { EventConsumer } from '@forgemesh/kit';
import { refreshApprovers } from '../merge-requests/refresh-approvers';
import type { Collaboration } from '../service';
import { todosOfApprovers } from '../todos/approver-todos';

/** Keeps who is asked to approve a merge request, and asks those who were not asked before. */
export const onApproversChanged: EventConsumer<Collaboration> = {
  name: 'collaboration-approvers',
  events: ['approvals.merge_request.created', 'approvals.merge_request.updated'],
  from: 'all',
  async handle(event, deps) {
    const request = await deps.mergeRequests.find(Number(event.subject));
    const approvers = request && (await refreshApprovers(deps, request._id));
    if (request?.state === 'opened' && approvers) await todosOfApprovers(deps, event, request, approvers.eligible_ids);
  },
};
