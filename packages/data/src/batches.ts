/** Work on many documents, so few at a time that no command takes long. */
import type { Model, QueryFilter } from 'mongoose';
import type { EntityDocument } from './mongo';
import type { EntityStore } from './entity-store';
import type { NewEvent } from './outbox-entry';

const BATCH = 100;

/**
 * Does something with each document that meets a condition. It must end the condition, or what is
 * left is found again and again.
 */
export async function eachMatching<T>(
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

/** Removes all documents that meet a condition, each with its event. */
export function removeAll<T extends EntityDocument>(
  store: EntityStore<T>,
  filter: QueryFilter<T>,
  event: NewEvent,
): Promise<void> {
  return eachMatching(store.model, filter, (row) => store.remove(row, event));
}
