import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { emojiName } from '@forgemesh/markdown';
import { awardableOf } from '#discussion/award-emoji/awardable';
import { react } from '#discussion/award-emoji/react';
import { changeIssueSubscription } from '#items/issues/changes/change-issue-subscription';
import { setSubscription } from '#items/merge-requests/changes/set-subscription';
import { assertCanWriteOn } from '#access/policy';
import { referencesIn } from '#texts/parse-references';
import { resolveTodos, type TodoTarget } from '#notifications/todos/add-todos';
import { targetOf } from '#notifications/todos/event-todos';
import { markTarget } from '#notifications/todos/mark-target';
import { ITEMS, PROJECT_ITEMS, type ActionContext, type QuickAction } from './quick-action';

/** Quick actions on assignees, subscriptions, todos and reactions. */
export const peopleActions: readonly QuickAction[] = [
  {
    names: ['assign'],
    on: PROJECT_ITEMS,
    async change(context, argument) {
      context.update.attributes.assignee_ids = [...assignees(context), ...(await usersIn(context, argument))];
    },
  },
  {
    names: ['unassign', 'remove_assignee'],
    on: PROJECT_ITEMS,
    async change(context, argument) {
      const removed = argument === '' ? assignees(context) : await usersIn(context, argument);
      context.update.attributes.assignee_ids = assignees(context).filter((id) => !removed.includes(id));
    },
  },
  {
    names: ['reassign'],
    on: PROJECT_ITEMS,
    async change(context, argument) {
      const users = await usersIn(context, argument);
      if (users.length > 0) context.update.attributes.assignee_ids = users;
    },
  },
  { names: ['subscribe'], on: PROJECT_ITEMS, run: (context) => subscribe(context, true) },
  { names: ['unsubscribe'], on: PROJECT_ITEMS, run: (context) => subscribe(context, false) },
  { names: ['todo'], on: ITEMS, run: (context) => markTarget(context.call, todoTarget(context)) },
  {
    names: ['done'],
    on: ITEMS,
    run: (context) =>
      resolveTodos(context.call.deps, context.call.principal.id, todoTarget(context), new Date(Date.now() + 1)),
  },
  {
    names: ['award'],
    on: ITEMS,
    async run({ call, target }, argument) {
      const name = emojiName(argument);
      if (name === null) throw new NotFoundError('Award Emoji');
      assertCanWriteOn(target);
      await react(call, await awardableOf(call, target, undefined), name);
    },
  },
];

/** The assignees as changed by the preceding actions of the text. */
function assignees({ targetItem, update }: ActionContext): number[] {
  const item = targetItem?.item;
  return update.attributes.assignee_ids ?? (item && 'assignee_ids' in item ? item.assignee_ids : []);
}

/** The users that a text names by `@name` or as `me`. */
async function usersIn({ call }: ActionContext, argument: string): Promise<number[]> {
  const usernames = referencesIn(argument).flatMap(({ kind, name }) => (kind === 'user' ? [name] : []));
  const isSelf = argument.split(/[\s,]+/).includes('me');
  const found = usernames.length > 0 ? (await call.deps.clients.users.listUserProfiles({ usernames })).users : [];
  const ids = [...(isSelf ? [call.principal.id] : []), ...found.map(({ id }) => id)];
  if (ids.length === 0) throw new BadRequestError('no such user');
  return ids;
}

async function subscribe({ call, targetItem }: ActionContext, subscribed: boolean): Promise<void> {
  if (targetItem?.type === 'Issue') await changeIssueSubscription(call, targetItem.item.iid, { subscribed });
  if (targetItem?.type === 'MergeRequest') await setSubscription(call, targetItem.item.iid, subscribed);
}

function todoTarget({ targetItem }: ActionContext): TodoTarget {
  if (!targetItem) throw new NotFoundError();
  return targetOf(targetItem.type, targetItem.item);
}
