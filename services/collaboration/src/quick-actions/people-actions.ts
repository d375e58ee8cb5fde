import { BadRequestError } from '@forgemesh/errors';
import { changeIssueSubscription, type IssuesDeps } from '#items/issues';
import { type MergeRequestsDeps, requestReviews, setSubscription } from '#items/merge-requests';
import { referencesIn } from '#texts';
import { PROJECT_ITEMS, type ActionContext, type QuickAction } from './quick-action';
import type { AccessDeps } from '#access';

/** Quick actions on assignees, reviewers and subscriptions. */
export const peopleActions: readonly QuickAction<IssuesDeps & MergeRequestsDeps>[] = [
  {
    names: ['assign'],
    done: (argument) => `Assigned ${argument}.`,
    on: PROJECT_ITEMS,
    async change(context, argument) {
      context.update.attributes.assignee_ids = [...assignees(context), ...(await usersIn(context, argument))];
    },
  },
  {
    names: ['unassign', 'remove_assignee'],
    done: (argument) => (argument === '' ? 'Removed all assignees.' : `Removed assignees: ${argument}.`),
    on: PROJECT_ITEMS,
    async change(context, argument) {
      const removed = argument === '' ? assignees(context) : await usersIn(context, argument);
      context.update.attributes.assignee_ids = assignees(context).filter((id) => !removed.includes(id));
    },
  },
  {
    names: ['reassign'],
    done: (argument) => `Changed the assignees to ${argument}.`,
    on: PROJECT_ITEMS,
    async change(context, argument) {
      const users = await usersIn(context, argument);
      if (users.length > 0) context.update.attributes.assignee_ids = users;
    },
  },
  {
    names: ['assign_reviewer', 'reviewer'],
    done: (argument) => `Assigned reviewers: ${argument}.`,
    on: ['MergeRequest'],
    async change(context, argument) {
      const added = await usersIn(context, argument);
      context.update.attributes.reviewer_ids = [...new Set([...reviewers(context), ...added])];
    },
  },
  {
    names: ['unassign_reviewer', 'remove_reviewer'],
    done: (argument) => (argument === '' ? 'Removed all reviewers.' : `Removed reviewers: ${argument}.`),
    on: ['MergeRequest'],
    async change(context, argument) {
      const removed = argument === '' ? reviewers(context) : await usersIn(context, argument);
      context.update.attributes.reviewer_ids = reviewers(context).filter((id) => !removed.includes(id));
    },
  },
  {
    names: ['request_review'],
    done: (argument) => `Requested a review from ${argument}.`,
    on: ['MergeRequest'],
    async change(context, argument) {
      const asked = await usersIn(context, argument);
      const present = reviewers(context);
      const { call, targetItem } = context;
      const again = asked.filter((id) => present.includes(id));
      if (targetItem?.type === 'MergeRequest' && again.length > 0) await requestReviews(call, targetItem.item, again);
      if (again.length < asked.length) context.update.attributes.reviewer_ids = [...new Set([...present, ...asked])];
    },
  },
  {
    names: ['subscribe'],
    done: () => 'Subscribed to notifications.',
    on: PROJECT_ITEMS,
    run: (context) => subscribe(context, true),
  },
  {
    names: ['unsubscribe'],
    done: () => 'Unsubscribed from notifications.',
    on: PROJECT_ITEMS,
    run: (context) => subscribe(context, false),
  },
];

/** The assignees as changed by the preceding actions of the text. */
function assignees({ targetItem, update }: ActionContext): number[] {
  const item = targetItem?.item;
  return update.attributes.assignee_ids ?? (item && 'assignee_ids' in item ? item.assignee_ids : []);
}

/** The reviewers as changed by the preceding actions of the text. */
function reviewers({ targetItem, update }: ActionContext): number[] {
  const stored = targetItem?.type === 'MergeRequest' ? (targetItem.item.reviewer_ids ?? []) : [];
  return update.attributes.reviewer_ids ?? stored;
}

/** The users that a text names by `@name` or as `me`. */
async function usersIn({ call }: ActionContext<Pick<AccessDeps, 'clients'>>, argument: string): Promise<number[]> {
  const usernames = referencesIn(argument).flatMap(({ kind, name }) => (kind === 'user' ? [name] : []));
  const isSelf = argument.split(/[\s,]+/).includes('me');
  const found = usernames.length > 0 ? (await call.deps.clients.users.listUserProfiles({ usernames })).users : [];
  const ids = [...(isSelf ? [call.principal.id] : []), ...found.map(({ id }) => id)];
  if (ids.length === 0) throw new BadRequestError('no such user');
  return ids;
}

async function subscribe(
  { call, targetItem }: ActionContext<IssuesDeps & MergeRequestsDeps>,
  subscribed: boolean,
): Promise<void> {
  if (targetItem?.type === 'Issue') await changeIssueSubscription(call, targetItem.item.iid, { subscribed });
  if (targetItem?.type === 'MergeRequest') await setSubscription(call, targetItem.item.iid, subscribed);
}
