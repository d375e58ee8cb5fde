import { type Call, operation } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { pendingUpdate } from '../add-todos';
import { findOwnTodo } from '../find-own-todo';
import { presentTodo } from '../todo.entity';
import type { TodosDeps } from '../deps';

/** Marks a todo as pending. Has no effect while another one for its target is pending. */
export const markTodoAsPending = operation(
  TodoServiceDefinition.markTodoAsPending,
  async ({ id }, call: Call<TodosDeps>) => {
    const { todos } = call.deps;
    const own = await findOwnTodo(call, id);
    try {
      await todos.model.updateOne({ _id: id, state: 'done' }, pendingUpdate(own));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const todo = await todos.find(id);
    if (!todo) throw new NotFoundError();
    return presentTodo(call, todo);
  },
);
