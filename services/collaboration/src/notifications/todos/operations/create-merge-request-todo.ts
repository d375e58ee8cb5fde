import { type Call, operation } from '@forgemesh/rpc';
import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { findMergeRequest } from '#items/merge-requests';
import { targetOf } from '../event-todos';
import { markTarget } from '../mark-target';
import type { TodosDeps } from '../deps';

/** Creates a todo of the caller about a merge request. */
export const createMergeRequestTodo = operation(
  TodoServiceDefinition.createMergeRequestTodo,
  async ({ merge_request_iid: iid }, call: Call<TodosDeps>) =>
    markTarget(call, targetOf('MergeRequest', await findMergeRequest(call, iid))),
);
