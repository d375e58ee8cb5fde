import { NotFoundError } from '@forgemesh/errors';
import { markTarget, resolveTodos, targetOf, type TodosDeps, type TodoTarget } from '#notifications/todos';
import { ITEMS, type ActionContext, type QuickAction } from './quick-action';

/** Quick actions on the caller's todos. */
export const todoActions: readonly QuickAction<TodosDeps>[] = [
  {
    names: ['todo'],
    done: () => 'Added a to-do.',
    on: ITEMS,
    run: (context) => markTarget(context.call, todoTarget(context)),
  },
  {
    names: ['done'],
    done: () => 'Marked the to-do as done.',
    on: ITEMS,
    run: (context) =>
      resolveTodos(context.call.deps, context.call.principal.id, todoTarget(context), new Date(Date.now() + 1)),
  },
];

function todoTarget({ targetItem }: ActionContext): TodoTarget {
  if (!targetItem) throw new NotFoundError();
  return targetOf(targetItem.type, targetItem.item);
}
