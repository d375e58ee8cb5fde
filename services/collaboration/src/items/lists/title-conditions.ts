/** Resolves labels and milestones that a list is filtered by: by title, or by dates. */
import type { Call } from '@forgemesh/rpc';
import type { Model, QueryFilter } from 'mongoose';
import { type LabelScope, labelsInScope } from '#planning/labels';
import type { MilestoneDocument } from '#planning/milestones';
import { MAX_PROJECT_IDS, readableProjects } from '#access';
import { allOf, type Condition, type ItemCondition, oneOf } from '#queries';
import type { Owned, SharedDeps } from '#items/shared';

/** Many projects: those of a group and its descendants, or all. */
export interface ManyProjects {
  feature: 'issues' | 'merge_requests';
  group_id: number | undefined;
}

/** The labels and milestones that items of a list can have. */
export type TitleScope = LabelScope | ManyProjects;

const ownerFields = { project_id: 1, group_id: 1, due_date: 1 } as const;

/** The condition that an item has a label with a title, ignoring case. */
export async function hasLabel(call: Call<SharedDeps>, title: string, scope: TitleScope): Promise<ItemCondition> {
  const lower = title.toLowerCase();
  const found = await findOwned(call, call.deps.planning.labels.model, { title_lower: lower }, scope);
  return oneOf('label_ids', idsOf(found), JSON.stringify(lower));
}

/** The condition that an item has a milestone with a title. */
export async function hasMilestone(call: Call<SharedDeps>, title: string, scope: TitleScope): Promise<ItemCondition> {
  const found = await findOwned(call, call.deps.planning.milestones.model, { title }, scope);
  return oneOf('milestone_id', idsOf(found), JSON.stringify(title));
}

/** The condition that an item has an active milestone that has started. */
export async function isStarted(call: Call<SharedDeps>, scope: TitleScope): Promise<ItemCondition> {
  const filter = { start_date: { $gt: '', $lte: today() }, state: 'active' };
  return oneOf(
    'milestone_id',
    idsOf(await findOwned(call, call.deps.planning.milestones.model, filter, scope)),
    'started',
  );
}

/** The condition that an item has the milestone that is due next in its project or group. */
export async function isUpcoming(call: Call<SharedDeps>, scope: TitleScope): Promise<ItemCondition> {
  const filter = { due_date: { $gt: today() }, state: 'active' };
  const found = await findOwned<MilestoneDocument>(call, call.deps.planning.milestones.model, filter, scope);
  const next = new Map<string, MilestoneDocument>();
  for (const milestone of found) {
    const owner = `${milestone.project_id ?? ''} ${milestone.group_id ?? ''}`;
    const other = next.get(owner);
    if (!other || (milestone.due_date ?? '') < (other.due_date ?? '')) next.set(owner, milestone);
  }
  return oneOf('milestone_id', idsOf([...next.values()]), 'upcoming');
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function idsOf(rows: readonly Owned[]): number[] {
  return rows.map(({ _id: id }) => id);
}

/**
 * Labels or milestones that match a condition. Over many projects, those of projects without items
 * are left out, and those of projects that the caller may not read may be included: they are only
 * used to filter items, and everyone who may read an item sees its labels and milestone.
 */
async function findOwned<T extends Owned>(
  call: Call<SharedDeps>,
  model: Model<T>,
  filter: Condition,
  scope: TitleScope,
): Promise<T[]> {
  const { queries } = call.deps;
  const read = async (...conditions: Condition[]): Promise<T[]> =>
    (await model.find(allOf([filter, ...conditions]) as QueryFilter<T>, ownerFields).lean()) as unknown as T[];
  if ('group_ids' in scope) return read(labelsInScope(scope) as Condition);
  const { feature, group_id: groupId } = scope;
  const { everything, levels, has_more } = await readableProjects(call, feature, groupId, MAX_PROJECT_IDS);
  if (!everything && !has_more) return read({ project_id: { $in: [...levels.keys(), null] } });
  const key = JSON.stringify([model.modelName, filter]);
  const found = (await queries.owned.get(key, () => read())) as T[];
  const projectIds = new Set(found.flatMap(({ project_id: id }) => id ?? []));
  const withItems = new Set(await queries.populated[feature].filter(projectIds));
  return found.filter(({ project_id: id }) => id === null || withItems.has(id));
}
