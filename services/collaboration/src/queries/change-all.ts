/** Changes many documents, for example when a label or milestone is deleted. */
import { retryWriteConflicts, type EntityDocument } from '@forgemesh/data';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { Condition } from './conditions';

/** Documents per batch; limits the duration of a command. */
const BATCH = 200;

/**
 * Changes all documents that meet a condition; the change must make the condition false. No events
 * are published, but versions are incremented so that concurrent changes do not overwrite it.
 * Idempotent: a repeated call continues an interrupted one.
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
    await retryWriteConflicts(() =>
      model.updateMany(batch, { ...update, $inc: { version: 1 } } as UpdateQuery<T>).exec(),
    );
  }
}
