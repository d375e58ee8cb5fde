import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { doneUpdate } from '../add-todos';
import { findOwnTodo } from '../find-own-todo';
import { presentTodo } from '../todo.entity';
import type { TodosDeps } from '../deps';

/** Marks a todo as done. Has no effect on one that is done already. */
export const markTodoAsDone = operation(TodoServiceDefinition.markTodoAsDone, async ({ id }, call: Call<TodosDeps>) => {
  const { todos } = call.deps;
  await findOwnTodo(call, id);
  await todos.model.updateOne({ _id: id, state: 'pending' }, doneUpdate());
  const todo = await todos.find(id);
  if (!todo) throw new NotFoundError();
  return presentTodo(call, todo);
});
