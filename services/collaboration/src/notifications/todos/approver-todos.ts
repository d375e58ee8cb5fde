/** The todos of eligible approvers. */
import type { ForgeEvent } from '@forgemesh/events';
import type { MergeRequestDocument } from '#items/model';
import { addTodo } from './add-todos';
import { targetOf } from './event-todos';
import type { TodosDeps } from './deps';

/** Creates todos for the approvers who have not had one for the request yet. */
export async function addApproverTodos(
  deps: TodosDeps,
  event: ForgeEvent,
  request: MergeRequestDocument,
  approverIds: readonly number[],
): Promise<void> {
  const target = targetOf('MergeRequest', request);
  const { target_type, target_id } = target;
  const notified = await deps.todos.model.distinct('user_id', { target_type, target_id, action: 'approval_required' });
  const author = { author_id: event.actor ?? request.author_id, note_id: null };
  for (const id of approverIds.filter((each) => !notified.includes(each)))
    await addTodo(deps, {
      ...target,
      ...author,
      user_id: id,
      action: 'approval_required',
      at: new Date(event.time),
      event_id: event.id,
    });
}
