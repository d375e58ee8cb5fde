/**
 * Rows of a long list that are looked at here, because what the caller may see would be thousands
 * of ids in a question.
 */
import type { Model, QueryFilter } from 'mongoose';
import { EXACT_TOTAL } from '../page';

/** Beyond so many rows the database is asked after all. */
const MAX_SORTED = 5_000;
/** Where fewer rows than one in so many pass, the database finds them faster. */
const SPARSE = 10;
const BATCH = 2_000;
/** So many times the rows of a window are looked at first. */
const FIRST_LOOK = 2;

/** A condition that is held against rows in hand. */
export interface RowCheck<T> {
  /** Tells it from all others that a list may have. */
  key: string;
  /** What the check needs of a row; what a list shows has these, too. */
  fields: Record<string, 1>;
  /** Those of some rows that the list has, in their order. */
  pick: (rows: T[]) => Promise<T[]>;
  /** The same condition for the database. */
  whole: () => Promise<QueryFilter<T>>;
}

type Row<T> = T & { _id: number };

/** A window of a list. */
export interface CheckedWindow<T> {
  /**
   * Filters of the beginning of the order, the narrowest first; the last one is of the whole list.
   */
  filters: QueryFilter<T>[];
  skip: number;
  limit: number;
  /** Reads the first rows of the order with all that a list shows. */
  read: (filter: QueryFilter<T>, most: number) => Promise<T[]>;
  /** The same with what the check needs. */
  look: (filter: QueryFilter<T>, most: number) => Promise<T[]>;
  count: (filter: QueryFilter<T>) => Promise<number>;
}

/** Reads the rows of a window that pass; undefined where too many would have to be looked at. */
export async function readPassing<T>(
  { pick }: RowCheck<T>,
  { filters, skip, limit, read, look, count }: CheckedWindow<T>,
): Promise<T[] | undefined> {
  // Most callers may see most of what they ask for: then a few rows are enough, with all that they
  // hold.
  const first = Math.min(FIRST_LOOK * (skip + limit), MAX_SORTED);
  for (const [index, filter] of filters.entries()) {
    const isWhole = index === filters.length - 1;
    if (isWhole && (await count(filter)) > MAX_SORTED) return undefined;
    if (index === 0 && skip < limit) {
      const passing = await pick(await read(filter, first));
      if (passing.length >= skip + limit) return passing.slice(skip, skip + limit);
    }
    const looked = await look(filter, MAX_SORTED);
    const ids = ((await pick(looked)) as Row<T>[]).slice(skip, skip + limit).map(({ _id: id }) => id);
    if (ids.length < limit && !isWhole) continue;
    const rows = await read({ _id: { $in: ids } } as QueryFilter<T>, limit);
    const byId = new Map(((await pick(rows)) as Row<T>[]).map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
  return undefined;
}

/**
 * Counts the rows that pass, up to one more than what is told exactly; undefined where few of them
 * do.
 */
export async function countPassing<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, pick }: RowCheck<T>,
): Promise<number | undefined> {
  let count = 0;
  let last: number | undefined;
  for (let looked = 0; ; looked += BATCH) {
    const range = last === undefined ? filter : { $and: [filter, { _id: { $lt: last } }] };
    const rows = (await model
      .find(range as QueryFilter<T>, fields, { sort: { _id: -1 }, limit: BATCH })
      .lean()) as Row<T>[];
    count += (await pick(rows)).length;
    if (rows.length < BATCH || count > EXACT_TOTAL) return Math.min(count, EXACT_TOTAL + 1);
    if (count * SPARSE < looked + BATCH) return undefined;
    last = rows.at(-1)?._id;
  }
}
