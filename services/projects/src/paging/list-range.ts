/** Reads one page of a long list without sorting all of it. */
import { EXACT_TOTAL, pageInfo, pageOf, ReadCache, type Call, type Logger, type PageRequest } from '@forgemesh/kit';
import type { Model, QueryFilter } from 'mongoose';
import { createLargeCounts, type CountRows } from './large-counts';
import { createOrderHints, type OrderHints } from './order-hints';

/** Lists of fewer rows are sorted whole. */
const SMALL = 500;
/** Ranges of ids after a key, in the order in which they are tried. */
const KEY_RANGES = [300, 3_000];

/** A collection with long lists. */
export interface LongLists<T> {
  model: Model<T>;
  hints: OrderHints;
  count: CountRows<T>;
  /** Pages that were read a moment ago. */
  pages: ReadCache<T[]>;
}

/** Pages are kept for the many who ask for the same at once, no longer than they need to be. */
const PAGE_LIFE_MS = 200;
const MOST_PAGES = 200;

/** Makes what lists of a collection need. */
export function createLongLists<T>(model: Model<T>, log: Logger): LongLists<T> {
  return {
    model,
    hints: createOrderHints(model, log),
    count: createLargeCounts(model),
    pages: new ReadCache(model.db, [model.collection.name], { lifeMs: PAGE_LIFE_MS, maxEntries: MOST_PAGES }),
  };
}

/** A list to read. */
export interface RangeQuery<T> {
  filter: QueryFilter<T>;
  /** Order of the list: one field, and `_id` to tell equals apart. */
  sort: Record<string, 1 | -1>;
  request: PageRequest;
  projection: Record<string, 0 | 1>;
}

/** Reads one page, by offset or by key, and tells the edge about it. */
export async function listRange<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  return query.request.pagination === 'keyset' ? byKey(call, lists, query) : byOffset(call, lists, query);
}

/** Reads the first rows of a list that is not paged. */
export async function readFirst<T>(
  lists: LongLists<T>,
  { limit, ...query }: Omit<RangeQuery<T>, 'request'> & { limit: number },
): Promise<T[]> {
  const count = await lists.count(query.filter);
  return readRows(lists, { ...query, request: {} }, { skip: 0, limit, isShort: count < SMALL });
}

async function byOffset<T>(call: Call<unknown>, lists: LongLists<T>, query: RangeQuery<T>): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(query.request);
  const count = await lists.count(query.filter);
  const isBehind = count <= EXACT_TOTAL && skip >= count;
  const rows = isBehind ? [] : await readRows(lists, query, { skip, limit: perPage + 1, isShort: count < SMALL });
  const isExact = count <= EXACT_TOTAL || Object.keys(query.filter).length === 0;
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

interface Window {
  skip: number;
  limit: number;
  /** Whether the whole list is read for its order. */
  isShort: boolean;
}

function readRows<T>(lists: LongLists<T>, query: RangeQuery<T>, window: Window): Promise<T[]> {
  const { id_after, id_before } = query.request;
  const key = JSON.stringify([query.filter, query.sort, query.projection, id_after, id_before, window]);
  return lists.pages.get(key, () => readRanges(lists, query, window));
}

async function readRanges<T>(
  lists: LongLists<T>,
  { filter, sort, request, projection }: RangeQuery<T>,
  { skip, limit, isShort }: Window,
): Promise<T[]> {
  const [field = '_id', direction = -1] = Object.entries(sort)[0] ?? [];
  const bounds = isShort ? [] : boundsOf(lists.hints, field, direction, request);
  for (const bound of [...bounds, undefined]) {
    const range = bound === undefined ? {} : { [field]: direction === 1 ? { $lte: bound } : { $gte: bound } };
    const query = bound === undefined ? filter : bothOf(withoutTrigrams(filter), range);
    const rows = (await lists.model.find(query, projection, { sort, skip, limit }).lean()) as T[];
    // A range is the beginning of the order: once it fills the page, what lies behind it does not matter.
    if (bound === undefined || rows.length === limit) return rows;
  }
  return [];
}

/** Trigrams only narrow what a pattern verifies: within a range that is narrow already they cost more than they spare. */
function withoutTrigrams<T>(filter: QueryFilter<T>): QueryFilter<T> {
  const searched: { search_trigrams?: unknown; $and?: object[] } = filter;
  const { search_trigrams: _narrowing, $and: parts, ...rest } = searched;
  return { ...rest, ...(parts && { $and: parts.map((part) => withoutTrigrams(part)) }) } as QueryFilter<T>;
}

/** Conditions without empty ones, which keep some engines from using the order of an index. */
function bothOf<T>(filter: QueryFilter<T>, range: object): QueryFilter<T> {
  if (Object.keys(range).length === 0) return filter;
  return Object.keys(filter).length === 0 ? range : ({ $and: [filter, range] } as QueryFilter<T>);
}

/** Where the ranges end. After a key they follow from it, as ids are drawn one by one. */
function boundsOf(hints: OrderHints, field: string, direction: 1 | -1, request: PageRequest): unknown[] {
  const { id_after: after, id_before: before } = request;
  if (field !== '_id' || (after === undefined && before === undefined)) return hints.boundsOf(field, direction);
  if (direction === 1 && after !== undefined) return KEY_RANGES.map((size) => after + size);
  return direction === -1 && before !== undefined ? KEY_RANGES.map((size) => before - size) : [];
}
