import { type Call, operation } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import type { QueryFilter } from 'mongoose';
import { presentTodos } from '../todo.entity';
import { todoFilter } from '../todo-filter';
import type { TodoDocument } from '../todo.model';
import type { TodosDeps } from '../deps';

/** Lists the caller's todos. */
export const listTodos = operation(TodoServiceDefinition.listTodos, async (request, call: Call<TodosDeps>) => {
  const {
    lists: { todos: kept },
  } = call.deps;
  const todos = await listPage(call, {
    model: kept.model,
    filter: (await todoFilter(call, request)) as QueryFilter<TodoDocument>,
    sort: { _id: -1 },
    request,
    caches: kept,
  });
  return { todos: await presentTodos(call, todos) };
});
