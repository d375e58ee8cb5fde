import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { findIssue } from '#items/issues/find-issue';
import { operation } from '#operation';
import { targetOf } from '../event-todos';
import { markTarget } from '../mark-target';

/** Creates a todo of the caller about an issue. */
export const createIssueTodo = operation(TodoServiceDefinition.createIssueTodo, async ({ issue_iid: iid }, call) =>
  markTarget(call, targetOf('Issue', await findIssue(call, iid))),
);
