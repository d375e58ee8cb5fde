/**
 * Lists that are concatenated to one, such as the rows with a value in the sort field and then
 * those without, or one list per value.
 */
import type { QueryFilter } from 'mongoose';
import type { Call } from '@forgemesh/rpc';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from '../page';
import { bothOf, countRange, readWindow, type LongLists, type RangeQuery } from './list-range';

/**
 * Number of lists that are counted at the same time when only those before the page are counted.
 */
const MAX_PARALLEL_COUNTS = 8;

/** One of the concatenated lists. */
export interface ListPart<T> extends Pick<RangeQuery<T>, 'filter' | 'scope' | 'sort' | 'check'> {
  /** Lists that this one consists of; they determine the order. */
  parts?: readonly ListPart<T>[];
}

/** A concatenated list and a page of it. */
export interface ConcatenatedList<T> {
  parts: readonly ListPart<T>[];
  /**
   * The conditions of all parts combined. Set it if there are many parts: then only parts up to the
   * end of the page are counted.
   */
  whole?: Pick<ListPart<T>, 'filter' | 'check'>;
  request: PageRequest;
  projection: Record<string, 0 | 1>;
}

/**
 * Reads one page and sets its page information on the call. Rows after a part that has more rows
 * than are counted exactly cannot be reached.
 */
export async function listConcatenated<T>(
  call: Call<unknown>,
  lists: LongLists<T>,
  { parts, whole, request, projection }: ConcatenatedList<T>,
): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(request);
  const [rows, total] = await Promise.all([
    readParts(lists, parts, projection, { skip, limit: perPage + 1 }),
    countWhole(lists, parts, whole),
  ]);
  call.setPage(
    pageInfo({ page, per_page: perPage, total: total <= EXACT_TOTAL ? total : undefined, found: rows.length }),
  );
  return rows.slice(0, perPage);
}

async function countWhole<T>(
  lists: LongLists<T>,
  parts: readonly ListPart<T>[],
  whole: ConcatenatedList<T>['whole'],
): Promise<number> {
  if (whole) return countRange(lists, whole);
  const counts = await Promise.all(parts.map((part) => countRange(lists, part)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Reads the rows of a window that may span several parts. */
async function readParts<T>(
  lists: LongLists<T>,
  parts: readonly ListPart<T>[],
  projection: Record<string, 0 | 1>,
  { skip, limit }: { skip: number; limit: number },
): Promise<T[]> {
  const rows: T[] = [];
  let before = 0;
  for (let first = 0; first < parts.length; first += MAX_PARALLEL_COUNTS) {
    const batch = parts.slice(first, first + MAX_PARALLEL_COUNTS);
    const counts = await Promise.all(batch.map((part) => countRange(lists, part)));
    for (const [index, part] of batch.entries()) {
      const count = counts[index] ?? 0;
      const isExact = count <= EXACT_TOTAL;
      const window = { skip: Math.max(skip - before, 0), limit: limit - rows.length };
      if (!isExact || window.skip < count) rows.push(...(await readPart(lists, part, projection, window, count)));
      if (!isExact || rows.length >= limit) return rows;
      before += count;
    }
  }
  return rows;
}

function readPart<T>(
  lists: LongLists<T>,
  { parts, ...part }: ListPart<T>,
  projection: Record<string, 0 | 1>,
  window: { skip: number; limit: number },
  count: number,
): Promise<T[]> {
  if (parts) return readParts(lists, parts, projection, window);
  return readWindow(lists, { ...part, request: {}, projection }, window, count);
}

/**
 * Splits a list by a string field: the rows with a value, ordered by it, and the rows without one,
 * newest first. The rows without a value are last, or sorted as the least value.
 */
export function partsByKey<T>(
  { filter, scope, check }: Pick<RangeQuery<T>, 'filter' | 'check'> & { scope: QueryFilter<T> },
  field: string,
  { direction, areEmptyLeast }: { direction: 1 | -1; areEmptyLeast: boolean },
): ListPart<T>[] {
  // Every non-empty string is greater than the empty one.
  const hasValue = { [field]: { $gt: '' } };
  const valued = {
    filter: bothOf(filter, hasValue),
    scope: bothOf(scope, hasValue),
    check,
    sort: { [field]: direction },
  };
  const none: ListPart<T> = {
    filter: bothOf(filter, { [field]: null }),
    scope,
    check,
    sort: { _id: -1 },
  };
  return areEmptyLeast && direction === 1 ? [none, valued] : [valued, none];
}
