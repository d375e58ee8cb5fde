/** Builds the conditions of issue lists. */
import { REPORTER } from '@forgemesh/access';
import type { Parameters, Call } from '@forgemesh/rpc';
import type { IssueFilter } from '@forgemesh/proto/collaboration/v1/issue';
import { type SharedDeps } from '#items/shared';
import { itemConditions, type ItemList, itemsOfMany, type TitleScope } from '#items/lists';
import { allOf, type Condition, type ItemCondition } from '#queries';
import { projectScope } from '#planning/labels';
import { canReadIssue } from '#access';
import type { IssueDocument } from '#items/model';
import type { IssueListsDeps } from '../deps';

/** Filter of a list of issues in a request. */
export type IssueFilterRequest = Partial<Parameters<IssueFilter>>;

/** Issues of the project named by the call. */
export async function projectIssues(
  call: Call<SharedDeps>,
  filter: IssueFilterRequest = {},
): Promise<ItemList<IssueDocument>> {
  const { id, level } = call.resource('id');
  const visible = level >= REPORTER ? {} : openTo(call, []);
  const scope = { project_id: id };
  return { scope, filter: allOf([scope, visible, ...(await conditions(call, filter, projectScope(call)))]) };
}

/** Issues of the group named by the call and of its descendants. */
export async function groupIssues(
  call: Call<SharedDeps>,
  filter: IssueFilterRequest = {},
): Promise<ItemList<IssueDocument>> {
  const { id } = call.resource('id');
  return issuesOfMany(call, await conditions(call, filter, { feature: 'issues', group_id: id }), id);
}

/** Issues of all projects; only the caller's own if no scope is given. */
export async function allIssues(
  call: Call<IssueListsDeps>,
  filter: IssueFilterRequest = {},
): Promise<ItemList<IssueDocument>> {
  const scoped = { ...filter, scope: filter.scope ?? 'created_by_me' };
  return issuesOfMany(call, await conditions(call, scoped, { feature: 'issues', group_id: undefined }));
}

async function conditions(
  call: Call<SharedDeps>,
  filter: IssueFilterRequest,
  titles: TitleScope,
): Promise<ItemCondition[]> {
  const { state, weight, confidential } = filter;
  return [
    ...(await itemConditions(call, filter, { type: 'Issue', titles })),
    ...(state === undefined || state === 'all' ? [] : [{ state }]),
    ...(confidential === undefined ? [] : [{ confidential }]),
    ...(weight === undefined || call.context.tier < 1 ? [] : [{ weight: weightCondition(weight) }]),
  ];
}

function weightCondition(weight: string): unknown {
  if (weight === 'None') return null;
  return weight === 'Any' ? { $ne: null } : Number(weight);
}

/**
 * Issues of many projects that the caller may read: confidential ones only if the caller is a
 * reporter there, the author or an assignee.
 */
function issuesOfMany(
  call: Call<Pick<SharedDeps, 'queries' | 'readable'>>,
  filters: readonly ItemCondition[],
  groupId?: number,
): Promise<ItemList<IssueDocument>> {
  const visible = {
    feature: 'issues' as const,
    populated: call.deps.queries.populated.issues,
    open: (levels: ReadonlyMap<number, number>) => {
      const reported = [...levels].filter(([, level]) => level >= REPORTER).map(([id]) => id);
      return reported.length === levels.size ? {} : openTo(call, reported);
    },
    fields: { confidential: 1 as const, author_id: 1 as const, assignee_ids: 1 as const },
    isOpen: (issue: IssueDocument, level: number) => canReadIssue(issue, level, call.user),
  };
  return itemsOfMany(call, groupId, visible, filters);
}

function openTo({ user }: Call<unknown>, reported: readonly number[]): Condition {
  const own = user ? [{ author_id: user.id }, { assignee_ids: user.id }] : [];
  return {
    $or: [{ confidential: false }, ...own, ...(reported.length > 0 ? [{ project_id: { $in: [...reported] } }] : [])],
  };
}
