/**
 * Numbers of items within their project or group, for events of notes. The number of an item never
 * changes, so the cache needs no invalidation.
 */
import { itemStore } from './item-stores';
import type { NoteableType } from './item.model';
import type { ModelDeps } from './deps';

/** The key of an item in the cache. */
export function itemKey(type: NoteableType, id: number): string {
  return `${type}/${id}`;
}

/** The number of an item; null if it has none or does not exist. */
export async function itemNumber(deps: ModelDeps, type: NoteableType, id: number): Promise<number | null> {
  const key = itemKey(type, id);
  const cached = deps.items.numbers.get(key);
  if (cached !== undefined) return cached;
  const item = await itemStore(deps, type)?.model.findById(id, { iid: 1 }).lean<{ iid: number }>();
  if (!item) return null;
  deps.items.numbers.set(key, item.iid);
  return item.iid;
}
