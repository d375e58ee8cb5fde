/** Creates todos on request: shared by the operations of issues, merge requests and epics. */
import { ForgeError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Todo } from '@forgemesh/proto/collaboration/v1/todo';
import { addTodo, type TodoTarget } from './add-todos';
import { presentTodo } from './todo.entity';
import type { TodosDeps } from './deps';

/**
 * Creates a todo of the caller. Throws `not_modified` (304) if the caller has a pending one for the
 * target.
 */
export async function markTarget(call: Call<TodosDeps>, target: TodoTarget): Promise<ResponseOf<Todo>> {
  const { deps, principal, operationId } = call;
  const earlier = await deps.todos.findByOperation(operationId ?? '');
  const todo =
    earlier ??
    (await addTodo(deps, {
      ...target,
      user_id: principal.id,
      author_id: principal.id,
      action: 'marked',
      note_id: null,
      at: new Date(),
      operation_id: operationId,
    }));
  if (!todo) throw new ForgeError('not_modified');
  return presentTodo(call, todo);
}
