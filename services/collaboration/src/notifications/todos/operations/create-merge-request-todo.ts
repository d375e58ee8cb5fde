import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { findMergeRequest } from '#items/merge-requests/find-merge-request';
import { operation } from '#operation';
import { targetOf } from '../event-todos';
import { markTarget } from '../mark-target';

/** Creates a todo of the caller about a merge request. */
export const createMergeRequestTodo = operation(
  TodoServiceDefinition.createMergeRequestTodo,
  async ({ merge_request_iid: iid }, call) =>
    markTarget(call, targetOf('MergeRequest', await findMergeRequest(call, iid))),
);
