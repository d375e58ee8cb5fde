/**
 * Checks rows of a long list in this process, for rights that would be thousands of ids in a query.
 */
import type { Model, QueryFilter } from 'mongoose';
import { EXACT_TOTAL } from '../page';

/** Maximum number of rows that are scanned before the database evaluates the condition instead. */
const MAX_SCANNED = 5_000;
/** If fewer than one row in this many passes, the database finds them faster. */
const SPARSE_FACTOR = 10;
/** Rows that the first command of a count reads, and each further one. */
const FIRST_BATCH = 2_000;
const BATCH = 10_000;
/** Ids at the end of the collection that are looked at, and the part of them that must match. */
const RECENT = 2_000;
const DENSE_FACTOR = 10;
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

/**
 * Counts the rows that pass, up to `EXACT_TOTAL + 1`; undefined if few of them do. `countRows`
 * counts all rows, up to `EXACT_TOTAL + 1`.
 */
export async function countPassing<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, pick }: RowCheck<T>,
  countRows: () => Promise<number>,
): Promise<number | undefined> {
  const walks = Object.keys(filter).length > 0 && (await countRows()) > EXACT_TOTAL && (await isDense(model, filter));
  let count = 0;
  let scanned = 0;
  let last: number | undefined;
  for (let limit = FIRST_BATCH; ; limit = BATCH) {
    const range = last === undefined ? filter : { $and: [filter, { _id: { $lt: last } }] };
    const options = { sort: { _id: -1 }, limit, batchSize: limit + 1, ...(walks && { hint: { _id: 1 } }) } as const;
    const rows = (await model.find(range as QueryFilter<T>, fields, options).lean()) as Row<T>[];
    scanned += limit;
    count += (await pick(rows)).length;
    if (rows.length < limit || count > EXACT_TOTAL) return Math.min(count, EXACT_TOTAL + 1);
    if (count * SPARSE_FACTOR < scanned) return undefined;
    last = rows.at(-1)?._id;
  }
}

/**
 * Whether enough of the newest rows of a collection match for a walk over all rows, newest first.
 * Otherwise an engine may find all that match by another index, which may be a million, and sort
 * them.
 */
async function isDense<T>(model: Model<T>, filter: QueryFilter<T>): Promise<boolean> {
  const [newest] = (await model.find({}, { _id: 1 }, { sort: { _id: -1 }, limit: 1 }).lean()) as Row<T>[];
  const recent = { $and: [filter, { _id: { $gt: (newest?._id ?? 0) - RECENT } }] } as QueryFilter<T>;
  const rows = await model.find(recent, { _id: 1 }, { hint: { _id: 1 }, batchSize: RECENT + 1 }).lean();
  return rows.length * DENSE_FACTOR >= RECENT;
}
