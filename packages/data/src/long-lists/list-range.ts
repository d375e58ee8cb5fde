/**
 * Reads one page of a long list without sorting all of it, because not every database engine sorts
 * by index.
 */
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';
import type { Call } from '@forgemesh/rpc';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from '../page';
import { QueryCache } from '../query-cache';
import { createCountCache, type CountCache } from './count-cache';
import { createOrderHints, type OrderHints } from './order-hints';
import { countPassing, readPassing, type RowCheck } from './row-check';

/** Lists with fewer rows are sorted completely. */
const FULL_SORT_LIMIT = 500;
/** Sizes of the id ranges after a key, in the order in which they are tried. */
const KEY_RANGES = [300, 3_000];

/** A collection with long lists. */
export interface LongLists<T> {
  model: Model<T>;
  hints: OrderHints<T>;
  counts: CountCache<T>;
  /**
   * Lists of which few rows pass the check, with the time in milliseconds until which this is
   * assumed.
   */
  sparse: Map<string, number>;
  /** Cached pages. */
  pages: QueryCache<T[]>;
  /** Cached rows that were scanned for pages: thousands, with the fields that a check needs. */
  scans: QueryCache<T[]>;
}

/**
 * Pages are cached for the many clients that request the same page at the same time, only briefly.
 */
const PAGE_TTL_MS = 200;
const MAX_PAGES = 200;
const MAX_SCANS = 20;
const SPARSE_TTL_MS = 10_000;
const MAX_SPARSE = 1_000;

/** Creates the caches that lists of a collection need. */
export function createLongLists<T>(model: Model<T>, log: Logger): LongLists<T> {
  return {
    model,
    hints: createOrderHints(model, log),
    counts: createCountCache(model),
    sparse: new Map(),
    pages: new QueryCache(model.db, [model.collection.name], { ttlMs: PAGE_TTL_MS, maxEntries: MAX_PAGES }),
    scans: new QueryCache(model.db, [model.collection.name], { ttlMs: PAGE_TTL_MS, maxEntries: MAX_SCANS }),
  };
}

/** A list to read. */
export interface RangeQuery<T> {
  /** All conditions except those of `check`. */
  filter: QueryFilter<T>;
  /**
   * Order of the list: one field, and `_id` as tie-breaker. An index must begin with the fields of
   * the scope and the sort field.
   */
  sort: Record<string, 1 | -1>;
  request: PageRequest;
  projection: Record<string, 0 | 1>;
  /**
   * The part of the filter that selects the scope of the list: the bounds of sort orders are
   * sampled by scope. The whole collection by default.
   */
  scope?: QueryFilter<T>;
  /** Rights of the caller if they are too many for a filter. */
  check?: RowCheck<T> | undefined;
}

/** Reads one page, by offset or by key, and sets its page information on the call. */
export async function listRange<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  return query.request.pagination === 'keyset' ? listByKey(call, lists, query) : listByOffset(call, lists, query);
}

/** Reads a window of a list that has `count` rows. */
export function readWindow<T>(
  lists: LongLists<T>,
  query: RangeQuery<T>,
  window: { skip: number; limit: number },
  count: number,
): Promise<T[]> {
  return readRows(lists, query, { ...window, isShort: count < FULL_SORT_LIMIT, isLong: count > EXACT_TOTAL });
}

/** Reads the first rows of a list that is not paged. */
export async function readFirst<T>(
  lists: LongLists<T>,
  { limit, ...query }: Omit<RangeQuery<T>, 'request'> & { limit: number },
): Promise<T[]> {
  const count = await lists.counts.of(query.filter);
  return readWindow(lists, { ...query, request: {} }, { skip: 0, limit }, count);
}

async function listByOffset<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(query.request);
  let count = await countRange(lists, query);
  // A cached count must not end the list early for a client that reads to its end.
  if (skip >= count) count = await countRange(lists, query, skip + 1);
  const isPastEnd = count <= EXACT_TOTAL && skip >= count;
  const rows = isPastEnd ? [] : await readWindow(lists, query, { skip, limit: perPage + 1 }, count);
  if (skip + rows.length > count) count = await countRange(lists, query, skip + rows.length);
  const isExact = count <= EXACT_TOTAL || (!query.check && Object.keys(query.filter).length === 0);
  call.setPage(pageInfo({ page, per_page: perPage, total: isExact ? count : undefined, found: rows.length }));
  return rows.slice(0, perPage);
}

async function listByKey<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  const { per_page: limit } = pageOf(query.request);
  const rows = (await readRows(lists, query, { skip: 0, limit, isShort: false, isLong: false })) as (T & {
    _id: number;
  })[];
  const last = rows.at(-1);
  const key = query.sort['_id'] === 1 ? 'id_after' : 'id_before';
  call.setKeyset(last ? { next: { [key]: String(last._id) } } : {});
  return rows;
}

/** Counts the rows of a list, up to `EXACT_TOTAL + 1`. */
export function countRange<T>(
  { model, counts, sparse }: LongLists<T>,
  { filter, check }: Pick<RangeQuery<T>, 'filter' | 'check'>,
  seen = 0,
): Promise<number> {
  if (!check) return counts.of(filter, seen);
  const key = checkedKey(filter, check);
  const count = async (): Promise<number> => {
    const countRows = () => counts.of(filter);
    const passing = isSparse(sparse, key) ? undefined : await countPassing(model, filter, check, countRows);
    if (passing !== undefined) return passing;
    markSparse(sparse, key);
    return model.countDocuments(bothOf(filter, await check.toFilter()), { limit: EXACT_TOTAL + 1 });
  };
  return counts.get(key, count, seen);
}

function checkedKey<T>(filter: QueryFilter<T>, check: RowCheck<T>): string {
  return JSON.stringify([check.key, filter]);
}

function isSparse(sparse: LongLists<unknown>['sparse'], key: string): boolean {
  return (sparse.get(key) ?? 0) > Date.now();
}

function markSparse(sparse: LongLists<unknown>['sparse'], key: string): void {
  if (isSparse(sparse, key)) return;
  if (sparse.size >= MAX_SPARSE) sparse.clear();
  sparse.set(key, Date.now() + SPARSE_TTL_MS);
}

interface Window {
  skip: number;
  limit: number;
  /** Whether the list is short enough to be sorted completely. */
  isShort: boolean;
  /** Whether the list has more rows than are counted. */
  isLong: boolean;
}

function readRows<T>(lists: LongLists<T>, query: RangeQuery<T>, window: Window): Promise<T[]> {
  const { filter, check, sort, projection, request } = query;
  // Rights are not cached any longer than they already are.
  if (check) return readChecked(lists, { ...query, check }, window);
  const { id_after, id_before } = request;
  const key = JSON.stringify([filter, sort, projection, id_after, id_before, window]);
  return lists.pages.get(key, () => readRanges(lists, query, window));
}

async function readRanges<T>(lists: LongLists<T>, query: RangeQuery<T>, window: Window): Promise<T[]> {
  const { filter, sort, projection } = query;
  const { skip, limit } = window;
  const index = rangeIndexOf(lists.model, query, window);
  for (const range of await rangesOf(lists.hints, query, window)) {
    const rows = (await lists.model.find(range, projection, { sort, skip, limit, ...index }).lean()) as T[];
    // A range is the beginning of the order: if it fills the page, the rows after it do not matter.
    if (rows.length === limit) return rows;
  }
  return (await lists.model.find(filter, projection, { sort, skip, limit }).lean()) as T[];
}

async function readChecked<T>(
  { model, hints, sparse, pages, scans }: LongLists<T>,
  query: RangeQuery<T> & { check: RowCheck<T> },
  window: Window,
): Promise<T[]> {
  const { filter, sort, projection, check } = query;
  const { skip, limit } = window;
  if (!window.isShort || !isSparse(sparse, checkedKey(filter, check))) {
    const filters = [...(await rangesOf(hints, query, window)), filter];
    const index = rangeIndexOf(model, query, window);
    // The rows are the same for all callers; which of them the caller may see is checked for each
    // request.
    const readCached =
      (cache: QueryCache<T[]>, fields: Record<string, 0 | 1>) =>
      (rangeFilter: QueryFilter<T>, rowLimit: number): Promise<T[]> =>
        cache.get(JSON.stringify([rangeFilter, sort, fields, rowLimit]), async () => {
          const options = { sort, limit: rowLimit, ...(rangeFilter !== filter && index) };
          return (await model.find(rangeFilter, fields, options).lean()) as T[];
        });
    const reads = { read: readCached(pages, projection), scan: readCached(scans, check.fields) };
    const passing = await readPassing(check, { filters, skip, limit, ...reads });
    if (passing) return passing;
  }
  const whole = bothOf(filter, await check.toFilter());
  return (await model.find(whole, projection, { sort, skip, limit }).lean()) as T[];
}

/** Returns filters for the beginning of a list's order, the narrowest first. */
async function rangesOf<T>(hints: OrderHints<T>, query: RangeQuery<T>, { isShort }: Window): Promise<QueryFilter<T>[]> {
  if (isShort) return [];
  const [field = '_id', direction = -1] = Object.entries(query.sort)[0] ?? [];
  const bounds = await boundsOf(hints, query, field, direction);
  return bounds.map((bound) => bothOf(query.filter, { [field]: direction === 1 ? { $lte: bound } : { $gte: bound } }));
}

/**
 * Selects the index for ranges of a list that has many rows: that of the scope and the sort field.
 * Some engines would also read all entries of the index of another condition, to intersect them.
 */
function rangeIndexOf<T>(
  { schema }: Model<T>,
  { scope = {} as QueryFilter<T>, sort }: RangeQuery<T>,
  { isLong }: Window,
): { hint?: Record<string, 1 | -1> } {
  if (!isLong) return {};
  const [field = '_id'] = Object.keys(sort);
  const fields = [...Object.keys(scope), field].join();
  const found = schema
    .indexes()
    .find(([key, { partialFilterExpression }]) => !partialFilterExpression && Object.keys(key).join() === fields);
  return found ? { hint: found[0] as Record<string, 1 | -1> } : {};
}

/**
 * Combines conditions without empty ones, which keep some engines from using the order of an index.
 */
export function bothOf<T>(filter: QueryFilter<T>, range: object): QueryFilter<T> {
  if (Object.keys(range).length === 0) return filter;
  return Object.keys(filter).length === 0 ? range : ({ $and: [filter, range] } as QueryFilter<T>);
}

/** Returns the ends of the ranges. After a key they follow from it, because ids are consecutive. */
function boundsOf<T>(
  hints: OrderHints<T>,
  { request, scope = {} as QueryFilter<T> }: RangeQuery<T>,
  field: string,
  direction: 1 | -1,
): unknown[] | Promise<unknown[]> {
  const { id_after: after, id_before: before } = request;
  if (field !== '_id' || (after === undefined && before === undefined)) return hints.boundsOf(scope, field, direction);
  if (direction === 1 && after !== undefined) return KEY_RANGES.map((size) => after + size);
  return direction === -1 && before !== undefined ? KEY_RANGES.map((size) => before - size) : [];
}
