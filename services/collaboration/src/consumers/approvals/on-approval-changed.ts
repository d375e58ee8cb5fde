import type { EventConsumer } from '@forgemesh/events';
import { addSystemNotes } from '#discussion/notes';
import { recordApproval } from '#items/merge-requests';
import { resolveTodos, targetOf, type TodosDeps } from '#notifications/todos';

/**
 * Adds system notes about approvals and their withdrawal to the merge request, records them as the
 * states of reviews, and resolves the approver's todos.
 */
export const onApprovalChanged: EventConsumer<
  'approvals.merge_request.approved' | 'approvals.merge_request.unapproved',
  TodosDeps
> = {
  name: 'collaboration-approval-notes',
  events: ['approvals.merge_request.approved', 'approvals.merge_request.unapproved'],
  from: 'new',
  async handle({ id: event_id, type, actor, time, data }, deps) {
    const { merge_request_id: id, user_id } = data.entity;
    const request = await deps.items.mergeRequests.find(id);
    if (!request) return;
    const isApproved = type === 'approvals.merge_request.approved';
    const at = new Date(time);
    await addSystemNotes(
      deps,
      { type: 'MergeRequest', id, project_id: request.project_id, group_id: null },
      {
        event_id,
        actor: actor ?? user_id,
        at,
        texts: [`${isApproved ? 'approved' : 'unapproved'} this merge request`],
      },
    );
    await recordApproval(deps, id, { user_id, is_approved: isApproved, at });
    if (isApproved) await resolveTodos(deps, user_id, targetOf('MergeRequest', request), at);
  },
};
