/** Changes to many documents in batches, so that no command takes long. */
import type { Model, QueryFilter } from 'mongoose';
import type { EntityDocument } from '../mongo';
import type { EntityStore } from './entity-store';
import type { NewEvent } from './outbox-entry';

const BATCH = 100;

/**
 * Calls `work` for each matching document. It must change the document so that it no longer
 * matches: otherwise the loop never ends.
 */
export async function forEachMatching<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const rows = (await model.find(filter).limit(BATCH).lean()) as T[];
    for (const row of rows) await work(row);
    if (rows.length < BATCH) return;
  }
}

/** Removes all matching documents, each with its event. */
export function removeAll<T extends EntityDocument>(
  store: EntityStore<T>,
  filter: QueryFilter<T>,
  event: NewEvent,
): Promise<void> {
  return forEachMatching(store.model, filter, (row) => store.remove(row, event));
}
