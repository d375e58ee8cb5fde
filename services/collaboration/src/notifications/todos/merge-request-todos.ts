/** Todos about obstacles to merging a request. */
import type { ForgeEvent } from '@forgemesh/events';
import type { MergeRequestDocument } from '#items/model';
import { addTodo } from './add-todos';
import { targetOf } from './event-todos';
import { readersOf } from './todo-readers';
import type { TodosDeps } from './deps';

/**
 * Creates todos for the author, and for the user who scheduled an automatic merge. Each is the
 * author of their own todo.
 */
export async function addObstacleTodos(
  deps: TodosDeps,
  event: ForgeEvent,
  request: MergeRequestDocument,
  action: 'build_failed' | 'unmergeable',
): Promise<void> {
  const target = targetOf('MergeRequest', request);
  const merger = request.merge_when_pipeline_succeeds ? request.merge_user_id : null;
  const ids = [...new Set([request.author_id, merger ?? request.author_id])];
  const { users } = await deps.clients.users.listUserProfiles({ ids });
  for (const { id } of await readersOf(deps, target, users))
    await addTodo(deps, {
      ...target,
      user_id: id,
      author_id: id,
      action,
      note_id: null,
      at: new Date(event.time),
      event_id: event.id,
    });
}
