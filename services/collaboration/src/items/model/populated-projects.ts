/**
 * Tracks the projects that have items of a kind: most have none, and thousands of project ids slow
 * a database query by seconds.
 */
import type { EntityDocument, Sequences } from '@forgemesh/data';
import type { Model } from 'mongoose';

/** Maximum time between drawing an item's id and storing the item. */
const MAX_INSERT_DELAY_MS = 30_000;

/** The projects that have ever had an item of a kind. */
export interface PopulatedProjects {
  /** The given projects that may have items. */
  filter(ids: Iterable<number>): Promise<number[]>;
}

/**
 * Collects the projects from the names of their number sequences, whose numbers are drawn before an
 * item is stored, and later from the newest items, which have the highest ids. `prefix` is the
 * prefix of the sequence names.
 */
export function createPopulatedProjects<T extends EntityDocument & { project_id: number | null }>(
  model: Model<T>,
  sequences: Sequences,
  prefix: string,
): PopulatedProjects {
  const populated = new Set<number>();
  let started: Promise<void> | undefined;
  /** All items up to this id are covered; items between it and `last` may still be stored late. */
  let covered = 0;
  let last = 0;
  let lastAt = 0;

  const newer = (): Promise<Pick<T, '_id' | 'project_id'>[]> =>
    model
      .find({ _id: { $gt: covered } } as never, { project_id: 1 })
      .sort({ _id: -1 })
      .lean<Pick<T, '_id' | 'project_id'>[]>();
  const start = async (): Promise<void> => {
    const [newest] = await model.find({}, { _id: 1 }).sort({ _id: -1 }).limit(1).lean<{ _id: number }[]>();
    for (const name of await sequences.names(prefix)) populated.add(Number(name.slice(prefix.length)));
    covered = last = newest?._id ?? 0;
    lastAt = Date.now();
  };
  return {
    async filter(ids) {
      started ??= start().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      await started;
      const rows = await newer();
      for (const { project_id: id } of rows) if (id !== null) populated.add(id);
      if (Date.now() - lastAt > MAX_INSERT_DELAY_MS) {
        [covered, last, lastAt] = [last, Math.max(last, rows[0]?._id ?? 0), Date.now()];
      }
      return [...ids].filter((id) => populated.has(id));
    },
  };
}
