import { TodoServiceDefinition } from '@forgemesh/proto/collaboration/v1/todo';
import { findEpic } from '#items/epics/find-epic';
import { operation } from '#operation';
import { targetOf } from '../event-todos';
import { markTarget } from '../mark-target';

/** Creates a todo of the caller about an epic. */
export const createEpicTodo = operation(TodoServiceDefinition.createEpicTodo, async ({ epic_iid: iid }, call) =>
  markTarget(call, targetOf('Epic', await findEpic(call, iid))),
);
