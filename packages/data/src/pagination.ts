/** One helper for every list: query in, documents and page data out. */
import type { Model, QueryFilter, SortOrder } from 'mongoose';
import type { LongLists } from './long-lists/list-range';
import type { Call } from '@forgemesh/rpc';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from './page';

/** A list to read. */
export interface ListQuery<T> {
  model: Model<T>;
  filter: QueryFilter<T>;
  /** Order of the list; its last field must be unique. An index must carry it. */
  sort: Record<string, SortOrder>;
  request: PageRequest;
  projection?: Record<string, 0 | 1>;
  /**
   * Keeps pages and counts for the many who ask for the same at once; nothing is kept where it is
   * absent.
   */
  kept?: Pick<LongLists<T>, 'pages' | 'counts'>;
}

/** Reads one page of a list and tells the edge about it. */
export async function listPage<T>(call: Call<unknown>, query: ListQuery<T>): Promise<T[]> {
  return query.request.pagination === 'keyset' ? listByKey(call, query) : listByOffset(call, query);
}

async function listByOffset<T>(
  call: Call<unknown>,
  { model, filter, sort, request, projection, kept }: ListQuery<T>,
): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(request);
  const read = async (): Promise<T[]> =>
    (await model.find(filter, projection, { sort, skip, limit: perPage + 1 }).lean()) as T[];
  const key = JSON.stringify([filter, sort, projection, skip, perPage]);
  const documents = await (kept ? kept.pages.get(key, read) : read());
  // The last page tells how many there are. Most lists are short: counting them as well would
  // double their cost.
  const seen = skip + documents.length;
  const isLast = documents.length <= perPage && (documents.length > 0 || skip === 0) && seen <= EXACT_TOTAL;
  const total = isLast ? seen : await countUpTo(model, filter, { kept, seen });
  call.setPage(pageInfo({ page, per_page: perPage, total, found: documents.length }));
  return documents.slice(0, perPage);
}

async function countUpTo<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { kept, seen }: Pick<ListQuery<T>, 'kept'> & { seen: number },
): Promise<number | undefined> {
  if (Object.keys(filter).length === 0) return model.estimatedDocumentCount();
  const count = await (kept ? kept.counts.of(filter, seen) : model.countDocuments(filter, { limit: EXACT_TOTAL + 1 }));
  return count > EXACT_TOTAL ? undefined : count;
}

async function listByKey<T>(
  call: Call<unknown>,
  { model, filter, sort, request, projection }: ListQuery<T>,
): Promise<T[]> {
  const { per_page: perPage } = pageOf(request);
  const documents = (await model.find(filter, projection, { sort, limit: perPage }).lean()) as (T & { _id: number })[];
  const last = documents.at(-1);
  const key = sort['_id'] === 1 || sort['_id'] === 'asc' ? 'id_after' : 'id_before';
  call.setKeyset(last ? { next: { [key]: String(last._id) } } : {});
  return documents;
}

/**
 * Page data of a list that is not in the database: all rows are known, one page of them is
 * returned.
 */
export function pageRows<Row>(call: Call<unknown>, rows: readonly Row[], request: PageRequest): Row[] {
  const { page, per_page: perPage, skip } = pageOf(request);
  call.setPage(pageInfo({ page, per_page: perPage, total: rows.length, found: Math.max(rows.length - skip, 0) }));
  return rows.slice(skip, skip + perPage);
}

/** One of several lists that are shown as one. */
export interface Section<Row> {
  /** Some of its rows, and how many there are in all; with a limit of 0 they are only counted. */
  read(range: { skip: number; limit: number }): Promise<{ rows: Row[]; total: number }>;
}

/** Reads one page of several lists that follow one another, and tells the edge about it. */
export async function listSections<Row>(
  call: Call<unknown>,
  sections: readonly Section<Row>[],
  request: PageRequest,
): Promise<Row[]> {
  const { page, per_page: perPage, skip } = pageOf(request);
  const found: Row[] = [];
  let total = 0;
  for (const section of sections) {
    const range = { skip: Math.max(skip - total, 0), limit: perPage - found.length };
    const { rows, total: count } = await section.read(range);
    found.push(...rows);
    total += count;
  }
  call.setPage(pageInfo({ page, per_page: perPage, total, found: Math.max(total - skip, 0) }));
  return found;
}
