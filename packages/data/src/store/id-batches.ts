/**
 * Iterates over a collection in batches, by id: no document comes twice, and none that persists is
 * skipped, however long the iteration takes.
 */
import type { EntityDocument } from '../mongo';
import type { EntityStore } from './entity-store';

/** Yields the documents that match a filter, in batches. */
export async function* idBatches<T extends EntityDocument>(
  { model }: EntityStore<T>,
  filter: object,
  size: number,
): AsyncGenerator<T[]> {
  for (let after = 0; ;) {
    const documents = (await model
      .find({ ...filter, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(size)
      .lean()) as T[];
    if (documents.length > 0) yield documents;
    if (documents.length < size) return;
    after = documents.at(-1)?._id ?? after;
  }
}
