import { type Call, operation } from '@forgemesh/rpc';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { doneUpdate } from '../add-todos';
import type { TodosDeps } from '../deps';

/** Marks all todos of the caller as done. */
export const markAllTodosAsDone = operation(
  TodoServiceDefinition.markAllTodosAsDone,
  async (_request, call: Call<TodosDeps>) => {
    await call.deps.todos.model.updateMany({ user_id: call.principal.id, state: 'pending' }, doneUpdate());
    return {};
  },
);
