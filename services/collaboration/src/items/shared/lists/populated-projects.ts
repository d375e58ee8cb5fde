/**
 * Which projects have items of a kind at all: most have none, and thousands of their ids cost a
 * question to the database seconds.
 */
import type { EntityDocument, Sequences } from '@forgemesh/data';
import type { Model } from 'mongoose';

/** An item is stored within this time after its id was drawn. */
const MAX_MS = 30_000;

/** The projects that ever had an item of a kind. */
export interface PopulatedProjects {
  /** Those of some projects that may have items. */
  among(ids: Iterable<number>): Promise<number[]>;
}

/**
 * Learns the projects from the sequences of their numbers, which are drawn before an item is
 * stored, and later from the newest items, which have the highest ids. `prefix` is that of the
 * sequences' names.
 */
export function createPopulatedProjects<T extends EntityDocument & { project_id: number | null }>(
  model: Model<T>,
  sequences: Sequences,
  prefix: string,
): PopulatedProjects {
  const known = new Set<number>();
  let begun: Promise<void> | undefined;
  /** Items up to this id are known; between it and `last` some may have been stored late. */
  let settled = 0;
  let last = 0;
  let lastAt = 0;

  const newer = (): Promise<Pick<T, '_id' | 'project_id'>[]> =>
    model
      .find({ _id: { $gt: settled } } as never, { project_id: 1 })
      .sort({ _id: -1 })
      .lean<Pick<T, '_id' | 'project_id'>[]>();
  const begin = async (): Promise<void> => {
    const [newest] = await model.find({}, { _id: 1 }).sort({ _id: -1 }).limit(1).lean<{ _id: number }[]>();
    for (const name of await sequences.names(prefix)) known.add(Number(name.slice(prefix.length)));
    settled = last = newest?._id ?? 0;
    lastAt = Date.now();
  };
  return {
    async among(ids) {
      begun ??= begin().catch((error: unknown) => {
        begun = undefined;
        throw error;
      });
      await begun;
      const rows = await newer();
      for (const { project_id: id } of rows) if (id !== null) known.add(id);
      if (Date.now() - lastAt > MAX_MS) {
        [settled, last, lastAt] = [last, Math.max(last, rows[0]?._id ?? 0), Date.now()];
      }
      return [...ids].filter((id) => known.has(id));
    },
  };
}
