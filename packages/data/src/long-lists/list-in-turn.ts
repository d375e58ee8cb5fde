/**
 * Lists that follow each other as one: what has a value in its order, and then what has none; or
 * what has each of some values.
 */
import type { QueryFilter } from 'mongoose';
import type { Call } from '@forgemesh/rpc';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from '../page';
import { bothOf, countRange, readWindow, type LongLists, type RangeQuery } from './list-range';

/** So many are counted at the same time, where only those before the page are counted. */
const COUNTED_AT_ONCE = 8;

/** One of them. */
export interface ListPart<T> extends Pick<RangeQuery<T>, 'filter' | 'place' | 'sort' | 'check'> {
  /** What it falls into in turn; the order is theirs then. */
  parts?: readonly ListPart<T>[];
}

/** All of them. */
export interface ListInTurn<T> {
  parts: readonly ListPart<T>[];
  /**
   * The conditions of all parts together, where those are many: then only parts up to the end of
   * the page are counted.
   */
  whole?: Pick<ListPart<T>, 'filter' | 'check'>;
  request: PageRequest;
  projection: Record<string, 0 | 1>;
}

/**
 * Reads one page of the whole and tells the edge about it. What follows a part of more rows than
 * are counted exactly is not reached.
 */
export async function listInTurn<T>(
  call: Call<unknown>,
  lists: LongLists<T>,
  { parts, whole, request, projection }: ListInTurn<T>,
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
  whole: ListInTurn<T>['whole'],
): Promise<number> {
  if (whole) return countRange(lists, whole);
  const counts = await Promise.all(parts.map((part) => countRange(lists, part)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The rows of a window that lies across parts. */
async function readParts<T>(
  lists: LongLists<T>,
  parts: readonly ListPart<T>[],
  projection: Record<string, 0 | 1>,
  { skip, limit }: { skip: number; limit: number },
): Promise<T[]> {
  const rows: T[] = [];
  let before = 0;
  for (let first = 0; first < parts.length; first += COUNTED_AT_ONCE) {
    const some = parts.slice(first, first + COUNTED_AT_ONCE);
    const counts = await Promise.all(some.map((part) => countRange(lists, part)));
    for (const [index, part] of some.entries()) {
      const count = counts[index] ?? 0;
      const isCounted = count <= EXACT_TOTAL;
      const window = { skip: Math.max(skip - before, 0), limit: limit - rows.length };
      if (!isCounted || window.skip < count) rows.push(...(await readPart(lists, part, projection, window, count)));
      if (!isCounted || rows.length >= limit) return rows;
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
 * The part of a list that has a text in a field, in the order of the texts, and the part that has
 * none, the newest first: at the end, or as the least of all.
 */
export function partsByKey<T>(
  { filter, place, check }: Pick<RangeQuery<T>, 'filter' | 'check'> & { place: QueryFilter<T> },
  field: string,
  { direction, isNoneLeast }: { direction: 1 | -1; isNoneLeast: boolean },
): ListPart<T>[] {
  // Every text is greater than the empty one.
  const some = { [field]: { $gt: '' } };
  const valued = { filter: bothOf(filter, some), place: bothOf(place, some), check, sort: { [field]: direction } };
  const none: ListPart<T> = {
    filter: bothOf(filter, { [field]: null }),
    ...{ place, check },
    sort: { _id: -1 },
  };
  return isNoneLeast && direction === 1 ? [none, valued] : [valued, none];
}
