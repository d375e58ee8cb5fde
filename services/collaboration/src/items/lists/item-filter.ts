/** Builds the filter conditions that lists of issues, merge requests and epics share. */
import type { Call } from '@forgemesh/rpc';
import type { ItemExclusion } from '@forgemesh/proto/collaboration/v1/common';
import { allOf, type Condition, type ItemCondition, LargeCondition } from '#queries';
import { hasLabel, hasMilestone, isStarted, isUpcoming, type TitleScope } from './title-conditions';
import type { ItemType, ModelDeps } from '#items/model';
import type { SharedDeps } from '#items/shared';

/** The filters that lists of all items share. */
export interface ItemFilter {
  labels?: string[] | undefined;
  milestone?: string | undefined;
  /** `None`, `Any`, `Upcoming` or `Started`. */
  milestone_id?: string | undefined;
  scope?: string | undefined;
  author_id?: number | undefined;
  author_username?: string | undefined;
  /** An id, `None` or `Any`. */
  assignee_id?: string | undefined;
  assignee_username?: string[] | undefined;
  /** An id, `None` or `Any`. */
  reviewer_id?: string | undefined;
  reviewer_username?: string[] | undefined;
  my_reaction_emoji?: string | undefined;
  iids?: number[] | undefined;
  search?: string | undefined;
  in?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  updated_after?: string | undefined;
  updated_before?: string | undefined;
  not?: Partial<ItemExclusion> | undefined;
}

/** The items of a list. */
export interface ItemScope {
  type: ItemType;
  /** The labels and milestones that the items can have. */
  titles: TitleScope;
}

const NOTHING: Condition = { _id: { $in: [] } };

/** The conditions of a filter; filters that are not set add none. */
export async function itemConditions(
  call: Call<SharedDeps>,
  filter: ItemFilter,
  scope: ItemScope,
): Promise<ItemCondition[]> {
  const named = await Promise.all([
    labelConditions(call, filter.labels ?? [], scope),
    milestoneCondition(call, filter, scope),
    authorCondition(call.deps, filter),
    peopleConditions(call.deps, 'assignee_ids', filter.assignee_id, filter.assignee_username),
    peopleConditions(call.deps, 'reviewer_ids', filter.reviewer_id, filter.reviewer_username),
    reactionCondition(call, filter.my_reaction_emoji, scope),
    exclusions(call, filter.not, scope),
    searchConditions(call.deps, filter, scope),
  ]);
  return [
    ...named.flat(),
    ...scopeConditions(call, filter.scope),
    ...(filter.iids && filter.iids.length > 0 ? [{ iid: { $in: filter.iids } }] : []),
    ...range('created_at', filter.created_after, filter.created_before),
    ...range('updated_at', filter.updated_after, filter.updated_before),
  ];
}

async function exclusions(
  call: Call<SharedDeps>,
  not: Partial<ItemExclusion> | undefined,
  scope: ItemScope,
): Promise<ItemCondition[]> {
  if (!not) return [];
  const { labels = [], assignee_id: assignee, ...rest } = not;
  // Each of several labels and assignees excludes items by itself; of the other filters, each
  // excludes items separately.
  const excluded = await Promise.all([
    ...labels.map((label) => labelConditions(call, [label], scope)),
    ...(not.assignee_username ?? []).map((name) => peopleConditions(call.deps, 'assignee_ids', undefined, [name])),
    milestoneCondition(call, rest, scope),
    authorCondition(call.deps, rest),
    peopleConditions(call.deps, 'assignee_ids', assignee === undefined ? undefined : String(assignee), undefined),
    reactionCondition(call, rest.my_reaction_emoji, scope),
    searchConditions(call.deps, rest, scope),
  ]);
  return excluded.filter((conditions) => conditions.length > 0).map((conditions) => negationOf(conditions));
}

function negationOf(conditions: readonly ItemCondition[]): ItemCondition {
  const [first] = conditions;
  return conditions.length === 1 && first instanceof LargeCondition ? first.negated() : { $nor: [allOf(conditions)] };
}

async function labelConditions(
  call: Call<SharedDeps>,
  titles: readonly string[],
  { titles: scope }: ItemScope,
): Promise<ItemCondition[]> {
  const lower = titles.map((title) => title.toLowerCase());
  if (lower.length === 0) return [];
  if (lower.includes('none') || lower.includes('no label')) return [{ label_ids: { $size: 0 } }];
  if (lower.includes('any')) return [{ 'label_ids.0': { $exists: true } }];
  return Promise.all(lower.map((title) => hasLabel(call, title, scope)));
}

async function milestoneCondition(
  call: Call<SharedDeps>,
  { milestone: title, milestone_id: word }: Pick<ItemFilter, 'milestone' | 'milestone_id'>,
  { titles: scope }: ItemScope,
): Promise<ItemCondition[]> {
  // Keywords for dates are prefixed here, because a milestone may be titled `Upcoming`, too.
  switch ((word === undefined ? title : `#${word}`)?.toLowerCase()) {
    case undefined:
    case '':
      return [];
    case 'none':
    case 'no milestone':
    case '#none':
      return [{ milestone_id: null }];
    case 'any':
    case 'any milestone':
    case '#any':
      return [{ milestone_id: { $ne: null } }];
    case '#upcoming':
      return [await isUpcoming(call, scope)];
    case '#started':
      return [await isStarted(call, scope)];
    default:
      return [await hasMilestone(call, title ?? '', scope)];
  }
}

async function authorCondition(
  deps: SharedDeps,
  { author_id: id, author_username: name }: Pick<ItemFilter, 'author_id' | 'author_username'>,
): Promise<Condition[]> {
  if (id !== undefined) return [{ author_id: id }];
  if (!name) return [];
  const [found] = await userIds(deps, [name]);
  return [found === undefined ? NOTHING : { author_id: found }];
}

/** Fields of items that name users. */
type PeopleField = 'assignee_ids' | 'reviewer_ids';

async function peopleConditions(
  deps: SharedDeps,
  field: PeopleField,
  id: string | undefined,
  names: readonly string[] | undefined,
): Promise<Condition[]> {
  // `0` meant nobody before `None` was introduced.
  if (id === 'None' || id === '0') return [{ [`${field}.0`]: { $exists: false } }];
  if (id === 'Any') return [{ [`${field}.0`]: { $exists: true } }];
  if (id !== undefined) return [includesUser(field, Number(id))];
  if (!names || names.length === 0) return [];
  const found = await userIds(deps, names);
  return found.map((userId) => includesUser(field, userId));
}

/** The indexes on users serve only ids that users may have. */
function includesUser(field: PeopleField, userId: number | undefined): Condition {
  return userId !== undefined && userId > 0 ? { [field]: userId } : NOTHING;
}

/** Ids of users by name, in order; undefined for missing users. */
async function userIds({ clients }: SharedDeps, names: readonly string[]): Promise<(number | undefined)[]> {
  const { users } = await clients.users.listUserProfiles({ usernames: [...names] });
  const byName = new Map(users.map(({ id, username }) => [username.toLowerCase(), id]));
  return names.map((name) => byName.get(name.toLowerCase()));
}

async function reactionCondition(
  { deps, user }: Call<SharedDeps>,
  name: string | undefined,
  { type }: ItemScope,
): Promise<Condition[]> {
  if (!name) return [];
  const isWord = ['none', 'any'].includes(name.toLowerCase());
  const ids = await deps.itemNotes.listReactedIds(type, user?.id ?? 0, isWord ? undefined : name);
  return [{ _id: name.toLowerCase() === 'none' ? { $nin: ids } : { $in: ids } }];
}

function scopeConditions({ user }: Call<unknown>, scope: string | undefined): Condition[] {
  switch (scope?.replaceAll('-', '_')) {
    case 'created_by_me':
      return [{ author_id: user?.id ?? 0 }];
    case 'assigned_to_me':
      return [includesUser('assignee_ids', user?.id)];
    default:
      return [];
  }
}

/**
 * Patterns of the text before a word: the first line of the search text is the title, the rest is
 * the description.
 */
const wordPrefixes: Record<string, string> = { title: '^[^\\n]*', description: '\\n.*' };

async function searchConditions(
  { items: { issues, mergeRequests, epics } }: ModelDeps,
  { search, in: where = 'title,description' }: Pick<ItemFilter, 'search' | 'in'>,
  { type }: ItemScope,
): Promise<Condition[]> {
  const store = { Issue: issues, MergeRequest: mergeRequests, Epic: epics }[type];
  const condition = (await store.searchFilter(search, { prefix: wordPrefixes[where] })) as Condition;
  return Object.keys(condition).length > 0 ? [condition] : [];
}

function range(field: string, after: string | undefined, before: string | undefined): Condition[] {
  if (after === undefined && before === undefined) return [];
  return [{ [field]: { ...(after && { $gte: new Date(after) }), ...(before && { $lte: new Date(before) }) } }];
}
