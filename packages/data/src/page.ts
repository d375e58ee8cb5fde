/** Page parameters of list requests and page information of their responses. */
import type { PageInfo } from '@forgemesh/rpc';

/** Totals are exact up to this number; a filtered list with more rows has no total. */
export const EXACT_TOTAL = 10_000;
export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;

/** Paging parameters as the contract declares them. */
export interface PageRequest {
  page?: number | undefined;
  per_page?: number | undefined;
  /** `keyset` if the list supports it. */
  pagination?: string | undefined;
  id_after?: number | undefined;
  id_before?: number | undefined;
}

/** Returns page and page size of a request, with the API's defaults and limits. */
export function pageOf(request: PageRequest): { page: number; per_page: number; skip: number } {
  const page = Math.max(request.page ?? 1, 1);
  const perPage = Math.min(Math.max(request.per_page ?? DEFAULT_PER_PAGE, 1), MAX_PER_PAGE);
  return { page, per_page: perPage, skip: (page - 1) * perPage };
}

/**
 * Builds page information from a total that may be unknown and the number of rows found from the
 * start of the page on.
 */
export function pageInfo(facts: {
  page: number;
  per_page: number;
  total: number | undefined;
  found: number;
}): PageInfo {
  const { total, found, ...position } = facts;
  return { ...position, ...(total !== undefined && { total }), has_next: found > position.per_page };
}
