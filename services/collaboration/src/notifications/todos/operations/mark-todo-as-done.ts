import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { doneUpdate } from '../add-todos';
import { presentTodo } from '../todo.entity';
import { todoFilter } from '../todo-filter';
import type { TodoDocument } from '../todo.model';
import type { TodosDeps } from '../deps';

/** Marks a todo as done. Has no effect on one that is done already. */
export const markTodoAsDone = operation(TodoServiceDefinition.markTodoAsDone, async ({ id }, call: Call<TodosDeps>) => {
  const { todos } = call.deps;
  const own = await todos.model.findOne({ _id: id, user_id: call.principal.id }, { state: 1 }).lean<TodoDocument>();
  const filter = own && (await todoFilter(call, { state: own.state }));
  if (!filter || !(await todos.model.exists({ $and: [{ _id: id }, filter] }))) throw new NotFoundError();
  await todos.model.updateOne({ _id: id, state: 'pending' }, doneUpdate());
  const todo = await todos.find(id);
  if (!todo) throw new NotFoundError();
  return presentTodo(call, todo);
});
