import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { todoFilter } from './todo-filter';
import type { TodoDocument } from './todo.model';
import type { TodosDeps } from './deps';

/** Returns a todo of the caller. Throws NotFoundError if they can no longer read its target. */
export async function findOwnTodo(call: Call<TodosDeps>, id: number): Promise<TodoDocument> {
  const { todos } = call.deps;
  const own = await todos.model.findOne({ _id: id, user_id: call.principal.id }).lean<TodoDocument>();
  const filter = own && (await todoFilter(call, { state: own.state }));
  if (!filter || !(await todos.model.exists({ $and: [{ _id: id }, filter] }))) throw new NotFoundError();
  return own;
}
