import { type Call, operation } from '@forgemesh/rpc';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { findIssue } from '#items/issues';
import { targetOf } from '../event-todos';
import { markTarget } from '../mark-target';
import type { TodosDeps } from '../deps';

/** Creates a todo of the caller about an issue. */
export const createIssueTodo = operation(
  TodoServiceDefinition.createIssueTodo,
  async ({ issue_iid: iid }, call: Call<TodosDeps>) => markTarget(call, targetOf('Issue', await findIssue(call, iid))),
);
