/** Changes many documents: what the end of a label or milestone means for items. */
import { retryUndone, type EntityDocument } from '@forgemesh/data';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { Condition } from './lists/conditions';

/** So many at a time that no command takes long. */
const BATCH = 200;

/**
 * Changes all documents that meet a condition, each by itself; the change must end the condition.
 * Nothing of it is news: versions grow, so that no change under way overwrites it, but nobody is
 * told. Whoever is cut off begins again and does the rest.
 */
export async function changeAll<T extends EntityDocument>(
  model: Model<T>,
  condition: Condition,
  update: Record<string, Record<string, unknown>>,
): Promise<void> {
  for (;;) {
    const rows = await model.find(condition as QueryFilter<T>, { _id: 1 }, { limit: BATCH }).lean<{ _id: number }[]>();
    if (rows.length === 0) return;
    const batch = { $and: [{ _id: { $in: rows.map(({ _id: id }) => id) } }, condition] } as QueryFilter<T>;
    await retryUndone(() => model.updateMany(batch, { ...update, $inc: { version: 1 } } as UpdateQuery<T>).exec());
  }
}
