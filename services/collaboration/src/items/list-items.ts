/** One page of a list of items in any of the orders that the API knows. */
import {
  EXACT_TOTAL,
  listInTurn,
  listPage,
  listRange,
  pageRows,
  partsByKey,
  type LongLists,
  type PageRequest,
} from '@forgemesh/kit';
import type { QueryFilter } from 'mongoose';
import type { LabelDocument } from '../labels/label.model';
import type { MilestoneDocument } from '../milestones/milestone.model';
import type { CollaborationCall } from '../operation';
import type { Collaboration } from '../service';
import { readLabelsById } from './around-items';
import { listedItem as projection, type ProjectItemDocument } from './item.model';
import { conditionOf, type ItemList } from './item-list';
import { partsByPlan, planOrders } from './plan-order';

/** An order of a list. */
export interface ItemOrder {
  order_by?: string | undefined;
  sort?: string | undefined;
}

/** Orders that an index has, and those that one has for each project. */
const indexed = new Set(['created_at', 'updated_at']);
const indexedByProject = new Set(['relative_position']);
/** Orders that a key has in each project, see order-keys. */
const keyed: Record<string, string> = { popularity: 'popularity_key', due_date: 'due_key', weight: 'weight_key' };
/** Orders by other fields that all items have. */
const stored: Record<string, string> = { popularity: 'upvotes', relative_position: 'relative_position' };

/** What computed orders need of an item. */
const keyFields = { project_id: 1, label_ids: 1, milestone_id: 1, due_date: 1, weight: 1 } as const;
type KeyRow = Pick<ProjectItemDocument, '_id' | 'project_id' | 'label_ids' | 'milestone_id'> & {
  due_date?: string | null;
  weight?: number | null;
};

/**
 * Reads a page. Over many projects, orders by values that not every item has, and those that follow from labels and milestones, are computed
 * of the newest items, up to as many as are counted exactly.
 */
export async function listItems<T extends ProjectItemDocument>(
  call: CollaborationCall,
  lists: LongLists<T>,
  { list, order, request }: { list: ItemList<T>; order: ItemOrder; request: PageRequest },
): Promise<T[]> {
  const { order_by: orderBy = 'created_at', sort = 'desc' } = order;
  const direction = sort === 'asc' ? 1 : -1;
  const { model } = lists;
  const [filter, place] = [list.filter as QueryFilter<T>, list.place as QueryFilter<T>];
  const isOfProject = typeof list.place['project_id'] === 'number';
  if (indexed.has(orderBy) || (isOfProject && indexedByProject.has(orderBy))) {
    const sort = { [orderBy]: direction, _id: direction } as const;
    return listRange(call, lists, { filter, place, check: list.check, sort, request, projection });
  }
  const key = keyed[orderBy];
  if (isOfProject && key !== undefined) {
    const parts = partsByKey({ filter, place }, key, { direction, isNoneLeast: orderBy === 'popularity' });
    return listInTurn(call, lists, { parts, request, projection });
  }
  if (isOfProject && planOrders.has(orderBy)) {
    const ofProject = { projectId: Number(list.place['project_id']), filter: list.filter, place: list.place };
    const parts = await partsByPlan<T>(call.deps, ofProject, { orderBy, direction });
    return listInTurn(call, lists, { parts, whole: filter, request, projection });
  }
  const wanted = (await conditionOf(list)) as QueryFilter<T>;
  const field = stored[orderBy];
  if (field !== undefined)
    return listPage(call, { model, filter: wanted, sort: { [field]: direction, _id: direction }, request, projection });
  const rows = (await model
    .find(wanted, keyFields, { sort: { _id: -1 }, limit: EXACT_TOTAL })
    .lean()) as unknown as KeyRow[];
  const keys = await keysOf(call.deps, orderBy, rows);
  const sorted = [...rows].sort((one, other) => compare(keys(one), keys(other), direction) || other._id - one._id);
  const ids = pageRows(call, sorted, request).map(({ _id: id }) => id);
  const found = (await model.find({ _id: { $in: ids } } as QueryFilter<T>, projection).lean()) as unknown as T[];
  const byId = new Map(found.map((item) => [item._id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Key = string | number | null;

async function keysOf(deps: Collaboration, orderBy: string, rows: readonly KeyRow[]): Promise<(row: KeyRow) => Key[]> {
  const [labels, milestones] = await Promise.all([
    orderBy === 'label_priority' || orderBy === 'priority'
      ? readLabelsById(
          deps,
          rows.flatMap((row) => row.label_ids),
        )
      : undefined,
    orderBy === 'milestone_due' || orderBy === 'priority' ? dueDates(deps, rows) : undefined,
  ]);
  const due = ({ milestone_id: id }: KeyRow): Key => milestones?.get(id ?? 0) ?? null;
  const priority = (row: KeyRow): Key => lowestPriority(row, labels ?? new Map());
  const keys: Record<string, (row: KeyRow) => Key[]> = {
    due_date: (row) => [row.due_date ?? null],
    weight: (row) => [row.weight ?? null],
    milestone_due: (row) => [due(row)],
    label_priority: (row) => [priority(row)],
    priority: (row) => [due(row), priority(row)],
  };
  return keys[orderBy] ?? (() => []);
}

async function dueDates(deps: Collaboration, rows: readonly KeyRow[]): Promise<Map<number, string | null>> {
  const ids = [...new Set(rows.flatMap(({ milestone_id: id }) => id ?? []))];
  const milestones = await deps.milestones.model
    .find({ _id: { $in: ids } }, { due_date: 1 })
    .lean<Pick<MilestoneDocument, '_id' | 'due_date'>[]>();
  return new Map(milestones.map(({ _id: id, due_date: day }) => [id, day ?? null]));
}

function lowestPriority(
  { project_id: projectId, label_ids: ids }: KeyRow,
  labels: ReadonlyMap<number, LabelDocument>,
): Key {
  const priorities = ids
    .flatMap((id) => labels.get(id)?.priorities ?? [])
    .filter((own) => own.project_id === projectId)
    .map(({ priority }) => priority);
  return priorities.length === 0 ? null : Math.min(...priorities);
}

/** What has no value comes last in both directions. */
function compare(one: readonly Key[], other: readonly Key[], direction: 1 | -1): number {
  for (const [index, left] of one.entries()) {
    const right = other[index] ?? null;
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -direction : direction;
  }
  return 0;
}
