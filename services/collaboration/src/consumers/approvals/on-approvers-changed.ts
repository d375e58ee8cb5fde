import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import type { MergeRequestDocument } from '#items/model';
import { type MergeRequestChangesDeps, refreshApprovers } from '#items/merge-requests';
import { addApproverTodos, type TodosDeps } from '#notifications/todos';

/** Stores the eligible approvers of a merge request, and creates todos for the new ones. */
export const onApproversChanged: EventConsumer<
  'approvals.merge_request.created' | 'approvals.merge_request.updated',
  MergeRequestChangesDeps & TodosDeps
> = {
  name: 'collaboration-approvers',
  events: ['approvals.merge_request.created', 'approvals.merge_request.updated'],
  from: 'all',
  async handle(event, deps) {
    const request = await deps.items.mergeRequests.find(Number(event.subject));
    if (!request || (event.type.endsWith('created') && hasNoRules(event, request))) return;
    const approvers = await refreshApprovers(deps, request._id);
    if (request.state === 'opened' && approvers) await addApproverTodos(deps, event, request, approvers.eligible_ids);
  },
};

/**
 * Whether a new merge request has no approval rules, like most, so nothing has to be read. Later
 * changes have events of their own.
 */
function hasNoRules(
  { data }: ForgeEvent<'approvals.merge_request.created' | 'approvals.merge_request.updated'>,
  request: MergeRequestDocument,
): boolean {
  const { rules, overwritten } = data.entity;
  const { approver_ids: users, approver_group_ids: groups, approvals_before_merge: required } = request;
  return rules.length === 0 && !overwritten && users.length === 0 && groups.length === 0 && required === null;
}
