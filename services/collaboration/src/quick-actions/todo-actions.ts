import { NotFoundError } from '@forgemesh/errors';
import { resolveTodos, type TodoTarget } from '#notifications/todos/add-todos';
import type { TodosDeps } from '#notifications/todos/deps';
import { targetOf } from '#notifications/todos/event-todos';
import { markTarget } from '#notifications/todos/mark-target';
import { ITEMS, type ActionContext, type QuickAction } from './quick-action';

/** Quick actions on the caller's todos. */
export const todoActions: readonly QuickAction<TodosDeps>[] = [
  { names: ['todo'], on: ITEMS, run: (context) => markTarget(context.call, todoTarget(context)) },
  {
    names: ['done'],
    on: ITEMS,
    run: (context) =>
      resolveTodos(context.call.deps, context.call.principal.id, todoTarget(context), new Date(Date.now() + 1)),
  },
];

function todoTarget({ targetItem }: ActionContext): TodoTarget {
  if (!targetItem) throw new NotFoundError();
  return targetOf(targetItem.type, targetItem.item);
}
