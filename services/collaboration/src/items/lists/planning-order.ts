/**
 * Orders of lists by milestones and labels. The list is split into parts with equal due date or
 * priority, each sorted newest first. Items store nothing for these orders, so changes of labels
 * and milestones take effect immediately.
 */
import type { ListPart } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import { labelsInScope, type PrioritizedLabel } from '#planning/labels';
import type { DueMilestone } from '#planning/milestones';
import { allOf, type Condition } from '#queries';
import type { ItemList } from './item-list';
import type { ProjectItemDocument } from '#items/model';
import type { SharedDeps } from '#items/shared';

/**
 * Maximum number of milestones with a due date, or of labels with a priority, in queries over many
 * projects.
 */
const MAX_QUERY_IDS = 1_000;

/** One of the orders. */
export interface PlanningOrder {
  /** `milestone_due`, `label_priority` or `priority`. */
  orderBy: string;
  direction: 1 | -1;
}

/** Conditions on items by their value, ascending, and on items without a value. */
interface Ranks {
  valued: Condition[];
  none: Condition;
}

/** The priority of a label: in the given projects, or in all projects that can have it. */
interface LabelRank {
  label_id: number;
  priority: number;
  project_ids?: number[];
}

/** Projects of a list: one, several, or all (undefined). */
type Where = number | readonly number[] | undefined;

/**
 * The parts of a list in order. Items without a value come last in both directions. Undefined if
 * the projects have too many milestones or labels for a query.
 */
export async function partsByPlanningOrder<T extends ProjectItemDocument>(
  deps: SharedDeps,
  { filter, scope, check }: ItemList<T>,
  { orderBy, direction }: PlanningOrder,
): Promise<ListPart<T>[] | undefined> {
  const where = whereOf(scope);
  const loaded = await Promise.all([
    ...(orderBy === 'label_priority' ? [] : [daysOf(deps, where)]),
    ...(orderBy === 'milestone_due' ? [] : [prioritiesOf(deps, where)]),
  ]);
  const ranked = loaded.flatMap((ranks) => (ranks ? [inOrder(ranks, direction)] : []));
  if (ranked.length < loaded.length) return undefined;
  const [first = [], second] = ranked;
  const split = (whole: Pick<ItemList<T>, 'filter' | 'scope'>, ranks: Condition[], inner?: Condition[]) =>
    ranks.map((rank): ListPart<T> => {
      const part = { filter: allOf([whole.filter, rank]), scope: allOf([whole.scope, rank]) };
      const bounds = { filter: part.filter as QueryFilter<T>, scope: part.scope as QueryFilter<T>, check };
      return { ...bounds, sort: { _id: -1 }, ...(inner && { parts: split(part, inner) }) };
    });
  return split({ filter, scope }, first, second);
}

function whereOf({ project_id: projects }: Condition): Where {
  return typeof projects === 'number' ? projects : (projects as { $in: number[] } | undefined)?.$in;
}

function inOrder({ valued, none }: Ranks, direction: 1 | -1): Condition[] {
  return [...(direction === 1 ? valued : [...valued].reverse()), none];
}

/** Due dates of the milestones of projects and groups; undefined if there are too many. */
async function daysOf(deps: SharedDeps, where: Where): Promise<Ranks | undefined> {
  const dated = await deps.queries.dueMilestones.get(JSON.stringify([where]), async () =>
    deps.planning.milestones.model
      .find(allOf([await milestonesOf(deps, where), { due_date: { $gt: '' } }]), { due_date: 1 }, limitFor(where))
      .lean<DueMilestone[]>(),
  );
  if (isTooMany(dated, where)) return undefined;
  const byDay = grouped(dated, ({ due_date: day }) => day);
  const idsOf = (day: string): number[] => (byDay.get(day) ?? []).map(({ _id: id }) => id);
  return {
    valued: [...byDay.keys()].sort().map((day) => ({ milestone_id: { $in: idsOf(day) } })),
    none: dated.length === 0 ? {} : { milestone_id: { $nin: dated.map(({ _id: id }) => id) } },
  };
}

async function milestonesOf({ display }: SharedDeps, where: Where): Promise<Condition> {
  if (where === undefined) return {};
  // The ancestor groups of the projects need not be known: items cannot have milestones of other
  // groups.
  if (typeof where !== 'number') return { $or: [{ project_id: { $in: where } }, { project_id: null }] };
  const project = await display.projects.get(where);
  return labelsInScope({ project_id: where, group_ids: project?.ancestor_ids ?? [] }) as Condition;
}

/**
 * Priorities of labels; the smallest number among an item's labels counts. Undefined if there are
 * too many.
 */
async function prioritiesOf(deps: SharedDeps, where: Where): Promise<Ranks | undefined> {
  const named = where === undefined ? { $gt: 0 } : typeof where === 'number' ? where : { $in: where };
  const labels = await deps.queries.prioritizedLabels.get(JSON.stringify([where]), () =>
    deps.planning.labels.model
      .find({ 'priorities.project_id': named } as never, { project_id: 1, priorities: 1 }, limitFor(where))
      .lean<PrioritizedLabel[]>(),
  );
  const ranks = labels.flatMap((label) => ranksOf(label, where));
  if (
    isTooMany(labels, where) ||
    isTooMany(
      ranks.flatMap(({ project_ids: ids = [0] }) => ids),
      where,
    )
  )
    return undefined;
  const byPriority = grouped(ranks, ({ priority }) => priority);
  const before: LabelRank[] = [];
  const valued = [...byPriority.keys()]
    .sort((one, other) => one - other)
    .map((priority) => {
      const own = byPriority.get(priority) ?? [];
      const condition = allOf([withOneOf(own), withNoneOf(before)]);
      before.push(...own);
      return condition;
    });
  return { valued, none: withNoneOf(before) };
}

/**
 * The priorities of a label: a group's label has one for each project, a project's label has one.
 */
function ranksOf({ _id: id, project_id: ownProject, priorities }: PrioritizedLabel, where: Where): LabelRank[] {
  const projectIds = new Set(typeof where === 'number' ? [where] : where);
  const counting = priorities.filter(({ project_id: projectId }) => where === undefined || projectIds.has(projectId));
  const byPriority = grouped(counting, ({ priority }) => priority);
  return [...byPriority].map(([priority, own]) => ({
    label_id: id,
    priority,
    ...(ownProject === null && typeof where !== 'number' && { project_ids: own.map((one) => one.project_id) }),
  }));
}

function withOneOf(ranks: readonly LabelRank[]): Condition {
  const { anywhere, somewhere } = conditionsOf(ranks);
  const either = [...(anywhere.length > 0 ? [{ label_ids: { $in: anywhere } }] : []), ...somewhere];
  return either.length === 1 ? (either[0] as Condition) : { $or: either };
}

function withNoneOf(ranks: readonly LabelRank[]): Condition {
  const { anywhere, somewhere } = conditionsOf(ranks);
  return allOf([
    anywhere.length > 0 ? { label_ids: { $nin: anywhere } } : {},
    somewhere.length > 0 ? { $nor: somewhere } : {},
  ]);
}

function conditionsOf(ranks: readonly LabelRank[]): { anywhere: number[]; somewhere: Condition[] } {
  return {
    anywhere: ranks.flatMap(({ label_id: id, project_ids: ids }) => (ids ? [] : [id])),
    somewhere: ranks.flatMap(({ label_id: id, project_ids: ids }) =>
      ids ? [{ label_ids: id, project_id: { $in: ids } }] : [],
    ),
  };
}

/** Queries for one project have no limit. */
function limitFor(where: Where): { limit?: number } {
  return typeof where === 'number' ? {} : { limit: MAX_QUERY_IDS + 1 };
}

function isTooMany(rows: readonly unknown[], where: Where): boolean {
  return typeof where !== 'number' && rows.length > MAX_QUERY_IDS;
}

function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
