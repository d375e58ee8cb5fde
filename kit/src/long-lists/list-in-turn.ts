/** Lists that follow each other as one: what has a value in its order, and then what has none. */
import type { QueryFilter } from 'mongoose';
import type { Call } from '../operation';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from '../pagination';
import { bothOf, countRange, readWindow, type LongLists, type RangeQuery } from './list-range';

/** One of them. */
export type ListPart<T> = Pick<RangeQuery<T>, 'filter' | 'place' | 'sort'>;

/** All of them. */
export interface ListInTurn<T> {
  parts: readonly ListPart<T>[];
  request: PageRequest;
  projection: Record<string, 0 | 1>;
}

/** Reads one page of the whole and tells the edge about it. What follows a part of more rows than are counted exactly is not reached. */
export async function listInTurn<T>(
  call: Call<unknown>,
  lists: LongLists<T>,
  { parts, request, projection }: ListInTurn<T>,
): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(request);
  const counts = await Promise.all(parts.map((part) => countRange(lists, part)));
  const rows: T[] = [];
  let before = 0;
  for (const [index, part] of parts.entries()) {
    const count = counts[index] ?? 0;
    const isCounted = count <= EXACT_TOTAL;
    const window = { skip: Math.max(skip - before, 0), limit: perPage + 1 - rows.length };
    if (window.limit > 0 && (!isCounted || window.skip < count))
      rows.push(...(await readWindow(lists, { ...part, request: {}, projection }, window, count)));
    if (!isCounted) break;
    before += count;
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  call.setPage(
    pageInfo({ page, per_page: perPage, total: total <= EXACT_TOTAL ? total : undefined, found: rows.length }),
  );
  return rows.slice(0, perPage);
}

/**
 * The part of a list that has a text in a field, in the order of the texts, and the part that has none: at the end, the newest first, or as
 * the least of all.
 */
export function partsByKey<T>(
  { filter, place }: { filter: QueryFilter<T>; place: QueryFilter<T> },
  field: string,
  { direction, isNoneLeast }: { direction: 1 | -1; isNoneLeast: boolean },
): ListPart<T>[] {
  // Every text is greater than the empty one.
  const some = { [field]: { $gt: '' } };
  const valued = { filter: bothOf(filter, some), place: bothOf(place, some), sort: { [field]: direction } };
  const none: ListPart<T> = {
    filter: bothOf(filter, { [field]: null }),
    place,
    sort: { _id: isNoneLeast ? direction : -1 },
  };
  return isNoneLeast && direction === 1 ? [none, valued] : [valued, none];
}
