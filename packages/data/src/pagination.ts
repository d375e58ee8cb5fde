/** Reads pages of lists: query in, documents and page information out. */
import type { Model, QueryFilter, SortOrder } from 'mongoose';
import type { LongLists } from './long-lists/list-range';
import type { Call } from '@forgemesh/rpc';
import { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from './page';

/** A list to read. */
export interface ListQuery<T> {
  model: Model<T>;
  filter: QueryFilter<T>;
  /** Order of the list; its last field must be unique. An index must cover it. */
  sort: Record<string, SortOrder>;
  request: PageRequest;
  projection?: Record<string, 0 | 1>;
  /** Caches for pages and counts, if many clients request the same page at the same time. */
  caches?: Pick<LongLists<T>, 'pages' | 'counts'>;
}

/** Reads one page of a list and sets its page information on the call. */
export async function listPage<T>(call: Call<unknown>, query: ListQuery<T>): Promise<T[]> {
  return query.request.pagination === 'keyset' ? listByKey(call, query) : listByOffset(call, query);
}

async function listByOffset<T>(
  call: Call<unknown>,
  { model, filter, sort, request, projection, caches }: ListQuery<T>,
): Promise<T[]> {
  const { page, per_page: perPage, skip } = pageOf(request);
  const read = async (): Promise<T[]> =>
    (await model.find(filter, projection, { sort, skip, limit: perPage + 1 }).lean()) as T[];
  const key = JSON.stringify([filter, sort, projection, skip, perPage]);
  const documents = await (caches ? caches.pages.get(key, read) : read());
  // The last page determines the total. Most lists are short: counting them too would double their
  // cost.
  const seen = skip + documents.length;
  const isLast = documents.length <= perPage && (documents.length > 0 || skip === 0) && seen <= EXACT_TOTAL;
  const total = isLast ? seen : await countWithLimit(model, filter, { caches, seen });
  call.setPage(pageInfo({ page, per_page: perPage, total, found: documents.length }));
  return documents.slice(0, perPage);
}

async function countWithLimit<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { caches, seen }: Pick<ListQuery<T>, 'caches'> & { seen: number },
): Promise<number | undefined> {
  if (Object.keys(filter).length === 0) return model.estimatedDocumentCount();
  const count = await (caches
    ? caches.counts.of(filter, seen)
    : model.countDocuments(filter, { limit: EXACT_TOTAL + 1 }));
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

/** Returns one page of a list that is in memory, and sets its page information on the call. */
export function pageRows<Row>(call: Call<unknown>, rows: readonly Row[], request: PageRequest): Row[] {
  const { page, per_page: perPage, skip } = pageOf(request);
  call.setPage(pageInfo({ page, per_page: perPage, total: rows.length, found: Math.max(rows.length - skip, 0) }));
  return rows.slice(skip, skip + perPage);
}

/** One of several lists that are presented as one. */
export interface Section<Row> {
  /** Returns a range of its rows and the total; with a limit of 0 it only counts. */
  read(range: { skip: number; limit: number }): Promise<{ rows: Row[]; total: number }>;
}

/** Reads one page of several concatenated lists and sets its page information on the call. */
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
