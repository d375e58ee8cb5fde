import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { emojiName } from '@forgemesh/markdown';
import { awardableOf } from '../award-emoji/awardable';
import { react } from '../award-emoji/react';
import { changeIssueSubscription } from '../../items/issues/change-issue-subscription';
import { setSubscription } from '../../items/merge-requests/set-subscription';
import { assertMayWriteOn } from '../../access/policy';
import { referencesIn } from '../references/parse-references';
import { resolveTodos, type TodoTarget } from '../../notifications/todos/add-todos';
import { targetOf } from '../../notifications/todos/event-todos';
import { markTarget } from '../../notifications/todos/mark-target';
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
  { names: ['subscribe'], on: PROJECT_ITEMS, act: (context) => subscribe(context, true) },
  { names: ['unsubscribe'], on: PROJECT_ITEMS, act: (context) => subscribe(context, false) },
  { names: ['todo'], on: ITEMS, act: (context) => markTarget(context.call, todoTarget(context)) },
  {
    names: ['done'],
    on: ITEMS,
    act: (context) =>
      resolveTodos(context.call.deps, context.call.principal.id, todoTarget(context), new Date(Date.now() + 1)),
  },
  {
    names: ['award'],
    on: ITEMS,
    async act({ call, target }, argument) {
      const name = emojiName(argument);
      if (name === null) throw new NotFoundError('Award Emoji');
      assertMayWriteOn(target);
      await react(call, await awardableOf(call, target, undefined), name);
    },
  },
];

/** The assignees as changed by the preceding actions of the text. */
function assignees({ acted, update }: ActionContext): number[] {
  const item = acted?.item;
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

async function subscribe({ call, acted }: ActionContext, wanted: boolean): Promise<void> {
  if (acted?.type === 'Issue') await changeIssueSubscription(call, acted.item.iid, { wanted });
  if (acted?.type === 'MergeRequest') await setSubscription(call, acted.item.iid, wanted);
}

function todoTarget({ acted }: ActionContext): TodoTarget {
  if (!acted) throw new NotFoundError();
  return targetOf(acted.type, acted.item);
}
