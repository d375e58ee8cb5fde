import { type Call, operation } from '@forgemesh/rpc';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { findEpic } from '#items/epics';
import { targetOf } from '../event-todos';
import { markTarget } from '../mark-target';
import type { TodosDeps } from '../deps';

/** Creates a todo of the caller about an epic. */
export const createEpicTodo = operation(
  TodoServiceDefinition.createEpicTodo,
  async ({ epic_iid: iid }, call: Call<TodosDeps>) => markTarget(call, targetOf('Epic', await findEpic(call, iid))),
);
