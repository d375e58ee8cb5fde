import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { operation } from '#operation';
import { doneUpdate } from '../add-todos';

/** Marks all todos of the caller as done. */
export const markAllTodosAsDone = operation(TodoServiceDefinition.markAllTodosAsDone, async (_request, call) => {
  await call.deps.todos.model.updateMany({ user_id: call.principal.id, state: 'pending' }, doneUpdate());
  return {};
});
