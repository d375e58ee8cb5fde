/**
 * Checks rows of a long list in this process, for rights that would be thousands of ids in a query.
 */
import type { Model, QueryFilter } from 'mongoose';
import { EXACT_TOTAL } from '../page';

/** Maximum number of rows that are scanned before the database evaluates the condition instead. */
const MAX_SCANNED = 5_000;
/** If fewer than one row in this many passes, the database finds them faster. */
const SPARSE_FACTOR = 10;
/** Rows of the first read of a count; a further one takes this much more than it may need. */
const FIRST_COUNT = 2_000;
const COUNT_MARGIN = 1.2;
/** The first scan reads this many times the rows of the window. */
const FIRST_SCAN_FACTOR = 2;

/** A condition that is checked on rows in memory. */
export interface RowCheck<T> {
  /** Distinguishes it from all other checks of a list. */
  key: string;
  /** Fields that the check needs; the projection of the list includes them. */
  fields: Record<string, 1>;
  /** Returns those of some rows that pass, in their order. */
  pick: (rows: T[]) => Promise<T[]>;
  /** The same condition as a database filter. */
  toFilter: () => Promise<QueryFilter<T>>;
}

type Row<T> = T & { _id: number };

/** A window of a list. */
export interface CheckedWindow<T> {
  /**
   * Filters for the beginning of the order, the narrowest first; the last one selects the whole
   * list.
   */
  filters: QueryFilter<T>[];
  skip: number;
  limit: number;
  /** Reads the first rows of the order with the projection of the list. */
  read: (filter: QueryFilter<T>, rowLimit: number) => Promise<T[]>;
  /** Reads the first rows of the order with the fields that the check needs. */
  scan: (filter: QueryFilter<T>, rowLimit: number) => Promise<T[]>;
}

/** Reads the rows of a window that pass; undefined if too many rows would have to be scanned. */
export async function readPassing<T>(
  { pick }: RowCheck<T>,
  { filters, skip, limit, read, scan }: CheckedWindow<T>,
): Promise<T[] | undefined> {
  // Most callers may see most rows: then a few rows with all their fields are enough.
  const first = Math.min(FIRST_SCAN_FACTOR * (skip + limit), MAX_SCANNED);
  for (const [index, filter] of filters.entries()) {
    if (index === 0 && skip < limit) {
      const passing = await pick(await read(filter, first));
      if (passing.length >= skip + limit) return passing.slice(skip, skip + limit);
    }
    const scanned = await scan(filter, MAX_SCANNED);
    const ids = ((await pick(scanned)) as Row<T>[]).slice(skip, skip + limit).map(({ _id: id }) => id);
    const isAll = index === filters.length - 1 && scanned.length < MAX_SCANNED;
    if (ids.length < limit && !isAll) continue;
    const rows = await read({ _id: { $in: ids } } as QueryFilter<T>, limit);
    const byId = new Map(((await pick(rows)) as Row<T>[]).map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
  return undefined;
}

/** Counts the rows that pass, up to `EXACT_TOTAL + 1`; undefined if few of them do. */
export async function countPassing<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, pick }: RowCheck<T>,
): Promise<number | undefined> {
  for (let limit = FIRST_COUNT; ;) {
    // In any order: an engine that reads no order from an index would sort all rows of the list.
    const rows = (await model.find(filter, fields, { limit, batchSize: limit + 1 }).lean()) as Row<T>[];
    const count = (await pick(rows)).length;
    if (rows.length < limit || count > EXACT_TOTAL) return Math.min(count, EXACT_TOTAL + 1);
    if (count * SPARSE_FACTOR < limit) return undefined;
    // Enough of them pass if the rest is like these.
    limit = Math.ceil(((limit * (EXACT_TOTAL + 1)) / count) * COUNT_MARGIN);
  }
}
