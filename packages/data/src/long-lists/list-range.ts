/**
 * Reads one page of a long list without sorting all of it, because not every engine sorts by index.
 */
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';
import type { Call } from '@forgemesh/rpc';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from '../page';
import { QueryCache } from '../query-cache';
import { createLargeCounts, type LargeCounts } from './large-counts';
import { createOrderHints, type OrderHints } from './order-hints';
import { countPassing, readPassing, type RowCheck } from './row-check';

/** Lists of fewer rows are sorted whole. */
const SMALL = 500;
/** Ranges of ids after a key, in the order in which they are tried. */
const KEY_RANGES = [300, 3_000];

/** A collection with long lists. */
export interface LongLists<T> {
  model: Model<T>;
  hints: OrderHints<T>;
  counts: LargeCounts<T>;
  /** Until when (milliseconds) a list is known to have few of the rows around it. */
  sparse: Map<string, number>;
  /** Pages that were read a moment ago. */
  pages: QueryCache<T[]>;
  /**
   * The same of the rows that are looked at for pages: thousands, with what a check needs of them.
   */
  looks: QueryCache<T[]>;
}

/** Pages are kept for the many who ask for the same at once, no longer than they need to be. */
const PAGE_LIFE_MS = 200;
const MAX_PAGES = 200;
const MAX_LOOKS = 20;
const SPARSE_LIFE_MS = 10_000;
const MAX_SPARSE = 1_000;

/** Makes what lists of a collection need. */
export function createLongLists<T>(model: Model<T>, log: Logger): LongLists<T> {
  return {
    model,
    hints: createOrderHints(model, log),
    counts: createLargeCounts(model),
    sparse: new Map(),
    pages: new QueryCache(model.db, [model.collection.name], { lifeMs: PAGE_LIFE_MS, maxEntries: MAX_PAGES }),
    looks: new QueryCache(model.db, [model.collection.name], { lifeMs: PAGE_LIFE_MS, maxEntries: MAX_LOOKS }),
  };
}

/** A list to read. */
export interface RangeQuery<T> {
  /** All conditions; where there is a check, those that it does not stand for. */
  filter: QueryFilter<T>;
  /**
   * Order of the list: one field, and `_id` to tell equals apart. An index must begin with the
   * fields of the place and that one.
   */
  sort: Record<string, 1 | -1>;
  request: PageRequest;
  projection: Record<string, 0 | 1>;
  /**
   * The part of the filter that says where the list is: bounds of orders are known by place. The
   * whole collection by default.
   */
  place?: QueryFilter<T>;
  /** Rights of the caller where they are too many for a filter. */
  check?: RowCheck<T> | undefined;
}

/** Reads one page, by offset or by key, and tells the edge about it. */
export async function listRange<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  return query.request.pagination === 'keyset' ? byKey(call, lists, query) : byOffset(call, lists, query);
}

/** Reads some rows of a list that has as many as `count`. */
export function readWindow<T>(
  lists: LongLists<T>,
  query: RangeQuery<T>,
  window: { skip: number; limit: number },
  count: number,
): Promise<T[]> {
  return readRows(lists, query, { ...window, isShort: count < SMALL });
}

/** Reads the first rows of a list that is not paged. */
export async function readFirst<T>(
  lists: LongLists<T>,
  { limit, ...query }: Omit<RangeQuery<T>, 'request'> & { limit: number },
): Promise<T[]> {
  const count = await lists.counts.of(query.filter);
  return readWindow(lists, { ...query, request: {} }, { skip: 0, limit }, count);
}

async function byOffset<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(query.request);
  let count = await countRange(lists, query);
  // Whoever reads to the end is not told by a count that was kept where the end was a while ago.
  if (skip >= count) count = await countRange(lists, query, skip + 1);
  const isBehind = count <= EXACT_TOTAL && skip >= count;
  const rows = isBehind ? [] : await readWindow(lists, query, { skip, limit: perPage + 1 }, count);
  if (skip + rows.length > count) count = await countRange(lists, query, skip + rows.length);
  const isExact = count <= EXACT_TOTAL || (!query.check && Object.keys(query.filter).length === 0);
  call.setPage(pageInfo({ page, per_page: perPage, total: isExact ? count : undefined, found: rows.length }));
  return rows.slice(0, perPage);
}

async function byKey<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  const { per_page: limit } = pageOf(query.request);
  const rows = (await readRows(lists, query, { skip: 0, limit, isShort: false })) as (T & { _id: number })[];
  const last = rows.at(-1);
  const key = query.sort['_id'] === 1 ? 'id_after' : 'id_before';
  call.setKeyset(last ? { next: { [key]: String(last._id) } } : {});
  return rows;
}

/** How many rows a list has, up to one more than what is told exactly. */
export function countRange<T>(
  { model, counts, sparse }: LongLists<T>,
  { filter, check }: Pick<RangeQuery<T>, 'filter' | 'check'>,
  seen = 0,
): Promise<number> {
  if (!check) return counts.of(filter, seen);
  const key = checkedKey(filter, check);
  const count = async (): Promise<number> => {
    const passing = isSparse(sparse, key) ? undefined : await countPassing(model, filter, check);
    if (passing !== undefined) return passing;
    noteSparse(sparse, key);
    return model.countDocuments(bothOf(filter, await check.whole()), { limit: EXACT_TOTAL + 1 });
  };
  return counts.get(key, count, seen);
}

function checkedKey<T>(filter: QueryFilter<T>, check: RowCheck<T>): string {
  return JSON.stringify([check.key, filter]);
}

function isSparse(sparse: LongLists<unknown>['sparse'], key: string): boolean {
  return (sparse.get(key) ?? 0) > Date.now();
}

function noteSparse(sparse: LongLists<unknown>['sparse'], key: string): void {
  if (isSparse(sparse, key)) return;
  if (sparse.size >= MAX_SPARSE) sparse.clear();
  sparse.set(key, Date.now() + SPARSE_LIFE_MS);
}

interface Window {
  skip: number;
  limit: number;
  /** Whether the whole list is read for its order. */
  isShort: boolean;
}

function readRows<T>(lists: LongLists<T>, query: RangeQuery<T>, window: Window): Promise<T[]> {
  const { filter, check, sort, projection, request } = query;
  // Rights are not kept for longer than they are known already.
  if (check) return readChecked(lists, { ...query, check }, window);
  const { id_after, id_before } = request;
  const key = JSON.stringify([filter, sort, projection, id_after, id_before, window]);
  return lists.pages.get(key, () => readRanges(lists, query, window));
}

async function readRanges<T>(lists: LongLists<T>, query: RangeQuery<T>, window: Window): Promise<T[]> {
  const { filter, sort, projection } = query;
  const { skip, limit } = window;
  for (const range of await rangesOf(lists.hints, query, window)) {
    const rows = (await lists.model.find(range, projection, { sort, skip, limit }).lean()) as T[];
    // A range is the beginning of the order: once it fills the page, what lies behind it does not
    // matter.
    if (rows.length === limit) return rows;
  }
  return (await lists.model.find(filter, projection, { sort, skip, limit }).lean()) as T[];
}

async function readChecked<T>(
  { model, hints, counts, sparse, pages, looks }: LongLists<T>,
  query: RangeQuery<T> & { check: RowCheck<T> },
  window: Window,
): Promise<T[]> {
  const { filter, sort, projection, check } = query;
  const { skip, limit } = window;
  if (!window.isShort || !isSparse(sparse, checkedKey(filter, check))) {
    const filters = [...(await rangesOf(hints, query, window)), filter];
    // The rows are everybody's; what of them the caller sees is asked each time.
    const readKept =
      (kept: QueryCache<T[]>, shown: Record<string, 0 | 1>) =>
      (wanted: QueryFilter<T>, most: number): Promise<T[]> =>
        kept.get(
          JSON.stringify([wanted, sort, shown, most]),
          async () => (await model.find(wanted, shown, { sort, limit: most }).lean()) as T[],
        );
    const reads = { read: readKept(pages, projection), look: readKept(looks, check.fields), count: counts.of };
    const passing = await readPassing(check, { filters, skip, limit, ...reads });
    if (passing) return passing;
  }
  const whole = bothOf(filter, await check.whole());
  return (await model.find(whole, projection, { sort, skip, limit }).lean()) as T[];
}

/** What of a list lies at the beginning of its order, the narrowest first. */
async function rangesOf<T>(hints: OrderHints<T>, query: RangeQuery<T>, { isShort }: Window): Promise<QueryFilter<T>[]> {
  if (isShort) return [];
  const [field = '_id', direction = -1] = Object.entries(query.sort)[0] ?? [];
  const bounds = await boundsOf(hints, query, field, direction);
  const narrow = withoutTrigrams(query.filter);
  return bounds.map((bound) => bothOf(narrow, { [field]: direction === 1 ? { $lte: bound } : { $gte: bound } }));
}

/**
 * Trigrams only narrow what a pattern verifies: within a range that is narrow already they cost
 * more than they spare.
 */
function withoutTrigrams<T>(filter: QueryFilter<T>): QueryFilter<T> {
  const searched: { search_trigrams?: unknown; $and?: object[] } = filter;
  const { search_trigrams: _narrowing, $and: parts, ...rest } = searched;
  return { ...rest, ...(parts && { $and: parts.map((part) => withoutTrigrams(part)) }) } as QueryFilter<T>;
}

/** Conditions without empty ones, which keep some engines from using the order of an index. */
export function bothOf<T>(filter: QueryFilter<T>, range: object): QueryFilter<T> {
  if (Object.keys(range).length === 0) return filter;
  return Object.keys(filter).length === 0 ? range : ({ $and: [filter, range] } as QueryFilter<T>);
}

/** Where the ranges end. After a key they follow from it, as ids are drawn one by one. */
function boundsOf<T>(
  hints: OrderHints<T>,
  { request, place = {} as QueryFilter<T> }: RangeQuery<T>,
  field: string,
  direction: 1 | -1,
): unknown[] | Promise<unknown[]> {
  const { id_after: after, id_before: before } = request;
  if (field !== '_id' || (after === undefined && before === undefined)) return hints.boundsOf(place, field, direction);
  if (direction === 1 && after !== undefined) return KEY_RANGES.map((size) => after + size);
  return direction === -1 && before !== undefined ? KEY_RANGES.map((size) => before - size) : [];
}
