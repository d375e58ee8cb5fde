/** Reads items by project and number, those of concurrent requests in one command. */
import { CombinedCommands } from '@forgemesh/data';
import type { Model, QueryFilter } from 'mongoose';
import type { ProjectItemDocument } from './item.model';

/** An item as a request names it. */
export interface ItemNumber {
  project_id: number;
  iid: number;
}

/** Finds items by number; null for a missing one. */
export type ItemsByNumber<T> = CombinedCommands<ItemNumber, T | null>;

/** Creates the reads of the items of a model. */
export function createItemsByNumber<T extends ProjectItemDocument>(model: Model<T>): ItemsByNumber<T> {
  return new CombinedCommands(async (items) => {
    const rows = (await model.find(filterOf(items) as QueryFilter<T>).lean()) as T[];
    const found = new Map(rows.map((row) => [keyOf(row), row]));
    return items.map((item) => ({ status: 'fulfilled', value: found.get(keyOf(item)) ?? null }));
  });
}

function filterOf(items: readonly ItemNumber[]): object {
  const numbers = new Map<number, Set<number>>();
  for (const { project_id, iid } of items) numbers.set(project_id, (numbers.get(project_id) ?? new Set()).add(iid));
  const conditions = [...numbers].map(([project_id, iids]) => {
    const [only] = iids;
    return { project_id, iid: iids.size === 1 ? only : { $in: [...iids] } };
  });
  const [first = {}] = conditions;
  return conditions.length === 1 ? first : { $or: conditions };
}

function keyOf({ project_id, iid }: ItemNumber): string {
  return `${project_id} ${iid}`;
}
