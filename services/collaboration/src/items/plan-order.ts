/**
 * Orders of a project's list that follow from its milestones and labels. The list falls into what is due on the same day or as important as
 * each other, the newest first in each: nothing of the order is stored with items, so that the change of a label or a milestone counts at once.
 */
import type { ListPart } from '@forgemesh/kit';
import type { QueryFilter } from 'mongoose';
import { labelsAt } from '../labels/label-place';
import type { LabelDocument } from '../labels/label.model';
import type { MilestoneDocument } from '../milestones/milestone.model';
import type { Collaboration } from '../service';
import { allOf, type Condition } from './item-filter';
import type { ProjectItemDocument } from './item.model';

/** The orders. */
export const planOrders = new Set(['milestone_due', 'label_priority', 'priority']);

/** Conditions on items, by what they are ordered by: the least first, and what has none. */
interface Ranks {
  valued: Condition[];
  none: Condition;
}

/** A list of one project. */
interface ProjectList {
  projectId: number;
  filter: Condition;
  place: Condition;
}

/** The parts of a list in one of the orders, one after the other. What has no value comes last in both directions. */
export async function partsByPlan<T extends ProjectItemDocument>(
  deps: Collaboration,
  { projectId, ...list }: ProjectList,
  { orderBy, direction }: { orderBy: string; direction: 1 | -1 },
): Promise<ListPart<T>[]> {
  const [days, priorities] = await Promise.all([
    orderBy === 'label_priority' ? undefined : daysOf(deps, projectId),
    orderBy === 'milestone_due' ? undefined : prioritiesOf(deps, projectId),
  ]);
  const [first, second] = [days, priorities].flatMap((ranks) => (ranks ? [inOrder(ranks, direction)] : []));
  const split = ({ filter, place }: Omit<ProjectList, 'projectId'>, ranks: Condition[], inner?: Condition[]) =>
    ranks.map((rank): ListPart<T> => {
      const part = { filter: allOf([filter, rank]), place: allOf([place, rank]) };
      const bounds = { filter: part.filter as QueryFilter<T>, place: part.place as QueryFilter<T> };
      return { ...bounds, sort: { _id: -1 }, ...(inner && { parts: split(part, inner) }) };
    });
  return split(list, first ?? [], second);
}

function inOrder({ valued, none }: Ranks, direction: 1 | -1): Condition[] {
  return [...(direction === 1 ? valued : [...valued].reverse()), none];
}

/** Days on which milestones of a project and of the groups above it are due. */
async function daysOf({ display, milestones }: Collaboration, projectId: number): Promise<Ranks> {
  const project = await display.projects.get(projectId);
  const place = labelsAt({ project_id: projectId, group_ids: project?.ancestor_ids ?? [] }) as Condition;
  const dated = await milestones.model
    .find({ $and: [place, { due_date: { $gt: '' } }] }, { due_date: 1 })
    .lean<(Pick<MilestoneDocument, '_id'> & { due_date: string })[]>();
  const byDay = grouped(dated, ({ due_date: day }) => day);
  const valued = [...byDay.keys()].sort().map((day) => ({ milestone_id: { $in: byDay.get(day) } }));
  return { valued, none: except('milestone_id', dated) };
}

/** Priorities of labels in a project; an item is as important as the most important of its labels. */
async function prioritiesOf({ labels }: Collaboration, projectId: number): Promise<Ranks> {
  const found = await labels.model
    .find({ 'priorities.project_id': projectId }, { priorities: 1 })
    .lean<Pick<LabelDocument, '_id' | 'priorities'>[]>();
  const own = ({ priorities }: (typeof found)[number]): number =>
    priorities.find(({ project_id: id }) => id === projectId)?.priority ?? Infinity;
  const byPriority = grouped(found, own);
  const before: number[] = [];
  const valued = [...byPriority.keys()]
    .sort((one, other) => one - other)
    .map((priority) => {
      const ids = byPriority.get(priority) ?? [];
      const condition = { label_ids: { $in: ids, ...(before.length > 0 && { $nin: [...before] }) } };
      before.push(...ids);
      return condition;
    });
  return { valued, none: except('label_ids', found) };
}

function grouped<Row extends { _id: number }, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row._id]);
  return groups;
}

function except(field: string, rows: readonly { _id: number }[]): Condition {
  return rows.length === 0 ? {} : { [field]: { $nin: rows.map(({ _id: id }) => id) } };
}
