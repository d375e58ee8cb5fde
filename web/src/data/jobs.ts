import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of jobs. */
export const jobKeys = {
  count: (name: string) => ['admin', 'count', name],
  hookDeliveries: (state: string | undefined, page: number) => ['admin', 'deliveries', state, page],
  list: (state: string | undefined, page: number) => ['admin', 'jobs', state, page],
  lastHour: (since: string) => ['admin', 'last-hour', since],
} as const;

/** List the deliveries of all webhooks. */
export function listAdminHookDeliveries(query: QueryOf<'get', '/api/v4/admin/hook_deliveries'>) {
  return unwrapPage(api.GET('/api/v4/admin/hook_deliveries', { params: { query } }));
}

/** List background jobs. */
export function listAdminJobs(query: QueryOf<'get', '/api/v4/admin/jobs'>) {
  return unwrapPage(api.GET('/api/v4/admin/jobs', { params: { query } }));
}

/** Run a background job immediately. */
export function retryAdminJob(id: number | string) {
  return unwrap(api.POST('/api/v4/admin/jobs/{id}/retry', { params: { path: { id: String(id) } } }));
}

/** Cancel a waiting background job. */
export function cancelAdminJob(id: number | string) {
  return unwrap(api.POST('/api/v4/admin/jobs/{id}/cancel', { params: { path: { id: String(id) } } }));
}

/** List the deliveries of all webhooks. */
export function findAdminHookDeliveries(query: QueryOf<'get', '/api/v4/admin/hook_deliveries'>) {
  return unwrap(api.GET('/api/v4/admin/hook_deliveries', { params: { query } }));
}

/** List background jobs. */
export function findAdminJobs(query: QueryOf<'get', '/api/v4/admin/jobs'>) {
  return unwrap(api.GET('/api/v4/admin/jobs', { params: { query } }));
}
