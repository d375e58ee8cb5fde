/** Conditions on issues and merge requests that lists of both take. */
import { searchFilter } from '@forgemesh/kit';
import type { ItemExclusion } from '@forgemesh/proto/collaboration/v1/common';
import type { AwardableType } from '../award-emoji/award-emoji.model';
import { labelsAt, type LabelPlace } from '../labels/label-place';
import type { CollaborationCall } from '../operation';
import type { Collaboration } from '../service';

/** What lists of items can be asked for, as far as all of them are. */
export interface ItemFilter {
  labels?: string[] | undefined;
  milestone?: string | undefined;
  scope?: string | undefined;
  author_id?: number | undefined;
  author_username?: string | undefined;
  /** An id, `None` or `Any`. */
  assignee_id?: string | undefined;
  assignee_username?: string[] | undefined;
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

/** What a list is about. */
export interface ItemScope {
  type: AwardableType & ('Issue' | 'MergeRequest' | 'Epic');
  /** Where its labels and milestones are looked for; undefined for the whole instance. */
  place?: LabelPlace | undefined;
}

/** A condition of the database. */
export type Condition = Record<string, unknown>;

const NOTHING: Condition = { _id: { $in: [] } };

/** The conditions that a filter means; none for what it does not say. */
export async function itemConditions(
  call: CollaborationCall,
  filter: ItemFilter,
  scope: ItemScope,
): Promise<Condition[]> {
  const named = await Promise.all([
    labelConditions(call.deps, filter.labels ?? [], scope),
    milestoneCondition(call.deps, filter.milestone, scope),
    authorCondition(call.deps, filter),
    assigneeConditions(call.deps, filter.assignee_id, filter.assignee_username),
    reactionCondition(call, filter.my_reaction_emoji, scope),
    exclusions(call, filter.not, scope),
  ]);
  return [
    ...named.flat(),
    ...scopeConditions(call, filter.scope),
    ...(filter.iids && filter.iids.length > 0 ? [{ iid: { $in: filter.iids } }] : []),
    ...searchConditions(filter.search, filter.in),
    ...range('created_at', filter.created_after, filter.created_before),
    ...range('updated_at', filter.updated_after, filter.updated_before),
  ];
}

/** Conditions as one. */
export function allOf(conditions: readonly Condition[]): Condition {
  const real = conditions.filter((condition) => Object.keys(condition).length > 0);
  return real.length > 1 ? { $and: real } : (real[0] ?? {});
}

async function exclusions(
  call: CollaborationCall,
  not: Partial<ItemExclusion> | undefined,
  scope: ItemScope,
): Promise<Condition[]> {
  if (!not) return [];
  const { labels = [], assignee_id: assignee, ...rest } = not;
  // Of several labels and several assignees each one excludes, of all else what holds together.
  const wanted = await Promise.all([
    ...labels.map((label) => labelConditions(call.deps, [label], scope)),
    ...(not.assignee_username ?? []).map((name) => assigneeConditions(call.deps, undefined, [name])),
    milestoneCondition(call.deps, rest.milestone, scope),
    authorCondition(call.deps, rest),
    assigneeConditions(call.deps, assignee === undefined ? undefined : String(assignee), undefined),
    reactionCondition(call, rest.my_reaction_emoji, scope),
    Promise.resolve(searchConditions(rest.search, rest.in)),
  ]);
  return wanted.filter((conditions) => conditions.length > 0).map((conditions) => ({ $nor: [allOf(conditions)] }));
}

async function labelConditions(
  deps: Collaboration,
  titles: readonly string[],
  { place }: ItemScope,
): Promise<Condition[]> {
  const lower = titles.map((title) => title.toLowerCase());
  if (lower.length === 0) return [];
  if (lower.includes('none') || lower.includes('no label')) return [{ label_ids: { $size: 0 } }];
  if (lower.includes('any')) return [{ 'label_ids.0': { $exists: true } }];
  const titled = { title_lower: { $in: lower } };
  const labels = await deps.labels.model
    .find(place ? { $and: [labelsAt(place), titled] } : titled, { title_lower: 1 })
    .lean<{ _id: number; title_lower: string }[]>();
  return lower.map((title) => ({
    label_ids: { $in: labels.filter((label) => label.title_lower === title).map(({ _id: id }) => id) },
  }));
}

async function milestoneCondition(
  deps: Collaboration,
  title: string | undefined,
  { place }: ItemScope,
): Promise<Condition[]> {
  if (!title) return [];
  if (title.toLowerCase() === 'none') return [{ milestone_id: null }];
  if (title.toLowerCase() === 'any') return [{ milestone_id: { $ne: null } }];
  const milestones = await deps.milestones.model
    .find(place ? { $and: [labelsAt(place) as Condition, { title }] } : { title }, { _id: 1 })
    .lean<{ _id: number }[]>();
  return [{ milestone_id: { $in: milestones.map(({ _id: id }) => id) } }];
}

async function authorCondition(
  deps: Collaboration,
  { author_id: id, author_username: name }: Pick<ItemFilter, 'author_id' | 'author_username'>,
): Promise<Condition[]> {
  if (id !== undefined) return [{ author_id: id }];
  if (!name) return [];
  const [found] = await userIds(deps, [name]);
  return [found === undefined ? NOTHING : { author_id: found }];
}

async function assigneeConditions(
  deps: Collaboration,
  id: string | undefined,
  names: readonly string[] | undefined,
): Promise<Condition[]> {
  // `0` was the word for nobody before there was `None`.
  if (id === 'None' || id === '0') return [{ assignee_ids: { $size: 0 } }];
  if (id === 'Any') return [{ 'assignee_ids.0': { $exists: true } }];
  if (id !== undefined) return [{ assignee_ids: Number(id) }];
  if (!names || names.length === 0) return [];
  const found = await userIds(deps, names);
  return found.map((one) => (one === undefined ? NOTHING : { assignee_ids: one }));
}

/** Ids of users by name, in their order; undefined for who does not exist. */
async function userIds({ clients }: Collaboration, names: readonly string[]): Promise<(number | undefined)[]> {
  const { users } = await clients.users.listUserProfiles({ usernames: [...names] });
  const byName = new Map(users.map(({ id, username }) => [username.toLowerCase(), id]));
  return names.map((name) => byName.get(name.toLowerCase()));
}

async function reactionCondition(
  { deps, user }: CollaborationCall,
  name: string | undefined,
  { type }: ItemScope,
): Promise<Condition[]> {
  if (!name) return [];
  const isWord = ['none', 'any'].includes(name.toLowerCase());
  const own = { user_id: user?.id ?? 0, awardable_type: type, ...(!isWord && { name }) };
  const ids = await deps.awardEmoji.model.find(own).distinct('awardable_id');
  return [{ _id: name.toLowerCase() === 'none' ? { $nin: ids } : { $in: ids } }];
}

function scopeConditions({ user }: CollaborationCall, scope: string | undefined): Condition[] {
  switch (scope?.replaceAll('-', '_')) {
    case 'created_by_me':
      return [{ author_id: user?.id ?? 0 }];
    case 'assigned_to_me':
      return [{ assignee_ids: user?.id ?? 0 }];
    default:
      return [];
  }
}

/** The first line of the searched text is the title, the second the description. */
function searchConditions(search: string | undefined, where = 'title,description'): Condition[] {
  const whole = searchFilter(search);
  if (Object.keys(whole).length === 0) return [];
  const places: Record<string, string> = { title: '^[^\\n]*', description: '\\n.*' };
  const place = places[where];
  if (place === undefined) return [whole];
  const { $and: words, ...narrowing } = whole as { $and: { search_text: { $regex: string } }[] };
  return [
    { ...narrowing, $and: words.map((word) => ({ search_text: { $regex: `${place}${word.search_text.$regex}` } })) },
  ];
}

function range(field: string, after: string | undefined, before: string | undefined): Condition[] {
  if (after === undefined && before === undefined) return [];
  return [{ [field]: { ...(after && { $gte: new Date(after) }), ...(before && { $lte: new Date(before) }) } }];
}
