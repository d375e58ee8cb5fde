/** Reads one page of a list of items in any order that the API supports. */
import type { Call } from '@forgemesh/rpc';
import {
  EXACT_TOTAL,
  listConcatenated,
  listRange,
  pageRows,
  partsByKey,
  type LongLists,
  type PageRequest,
} from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import { type LabelDocument, readLabelsById } from '#planning/labels';
import type { MilestoneDocument } from '#planning/milestones';
import { listedItem as projection, type ProjectItemDocument } from '#items/model';
import { conditionOf, type ItemList } from './item-list';
import { partsByPlanningOrder, type PlanningOrder } from './planning-order';
import { byId } from '#queries';
import type { SharedDeps } from '#items/shared';

/** The order of a list. */
export interface ItemOrder {
  order_by?: string | undefined;
  sort?: string | undefined;
}

/** Orders with an index. */
const indexed = new Set(['created_at', 'updated_at', 'relative_position']);
/** Orders with a stored key, see order-keys.ts. */
const keyed: Record<string, string> = { popularity: 'popularity_key', due_date: 'due_key', weight: 'weight_key' };

/** Fields of an item that computed orders need. */
const keyFields = { project_id: 1, label_ids: 1, milestone_id: 1 } as const;
type KeyRow = Pick<ProjectItemDocument, '_id' | 'project_id' | 'label_ids' | 'milestone_id'>;

/**
 * Reads a page. Orders that depend on milestones and labels are computed over the newest items only
 * (`EXACT_TOTAL` of them) if the projects have too many milestones or labels.
 */
export async function listItems<T extends ProjectItemDocument>(
  call: Call<SharedDeps>,
  lists: LongLists<T>,
  { list, order, request }: { list: ItemList<T>; order: ItemOrder; request: PageRequest },
): Promise<T[]> {
  const { order_by: orderBy = 'created_at', sort = 'desc' } = order;
  const direction = sort === 'asc' ? 1 : -1;
  const [filter, scope] = [list.filter as QueryFilter<T>, list.scope as QueryFilter<T>];
  if (indexed.has(orderBy)) {
    // Equal items are sorted newest first in both directions.
    const sort = { [orderBy]: direction, _id: -1 } as const;
    return listRange(call, lists, { filter, scope, check: list.check, sort, request, projection });
  }
  const key = keyed[orderBy];
  if (key !== undefined) {
    const areEmptyLeast = orderBy === 'popularity';
    const parts = partsByKey({ filter, scope, check: list.check }, key, { direction, areEmptyLeast });
    return listConcatenated(call, lists, { parts, request, projection });
  }
  const parts = await partsByPlanningOrder(call.deps, list, { orderBy, direction });
  if (parts) return listConcatenated(call, lists, { parts, whole: { filter, check: list.check }, request, projection });
  return listNewest(call, lists, { list, orderBy, direction, request });
}

async function listNewest<T extends ProjectItemDocument>(
  call: Call<SharedDeps>,
  { model }: LongLists<T>,
  { list, orderBy, direction, request }: { list: ItemList<T>; request: PageRequest } & PlanningOrder,
): Promise<T[]> {
  const condition = (await conditionOf(list)) as QueryFilter<T>;
  const rows = (await model
    .find(condition, keyFields, { sort: { _id: -1 }, limit: EXACT_TOTAL })
    .lean()) as unknown as KeyRow[];
  const keys = await keysOf(call.deps, orderBy, rows);
  const sorted = [...rows].sort((one, other) => compare(keys(one), keys(other), direction) || other._id - one._id);
  const ids = pageRows(call, sorted, request).map(({ _id: id }) => id);
  const found = byId((await model.find({ _id: { $in: ids } } as QueryFilter<T>, projection).lean()) as unknown as T[]);
  return ids.flatMap((id) => found.get(id) ?? []);
}

type Key = string | number | null;

async function keysOf(deps: SharedDeps, orderBy: string, rows: readonly KeyRow[]): Promise<(row: KeyRow) => Key[]> {
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
    milestone_due: (row) => [due(row)],
    label_priority: (row) => [priority(row)],
    priority: (row) => [due(row), priority(row)],
  };
  return keys[orderBy] ?? (() => []);
}

async function dueDates(deps: SharedDeps, rows: readonly KeyRow[]): Promise<Map<number, string | null>> {
  const ids = [...new Set(rows.flatMap(({ milestone_id: id }) => id ?? []))];
  const milestones = await deps.planning.milestones.model
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

/** Items without a value come last in both directions. */
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
