import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of event delivery. */
export const eventDeliveryKeys = {
  consumers: ['admin', 'consumers'],
  deadLetters: (page: number) => ['admin', 'dead-letters', page],
  deadLetter: (id: string) => ['admin', 'dead-letter', id],
} as const;

/** List the event consumers and their progress. */
export function listEventConsumers() {
  return allPages((page) =>
    unwrapPage(api.GET('/api/v4/admin/consumers', { params: { query: { page, per_page: 100 } } })),
  );
}

/** List dead letters. */
export function listAdminDeadLetters(query: QueryOf<'get', '/api/v4/admin/dead_letters'>) {
  return unwrapPage(api.GET('/api/v4/admin/dead_letters', { params: { query } }));
}

/** Get a dead letter with its event. */
export function getAdminDeadLetter(id: string) {
  return unwrap(api.GET('/api/v4/admin/dead_letters/{id}', { params: { path: { id } } }));
}

/** Redeliver the event of a dead letter to its consumer. */
export function replayAdminDeadLetter(id: number | string) {
  return unwrap(api.POST('/api/v4/admin/dead_letters/{id}/replay', { params: { path: { id: String(id) } } }));
}

/** Delete a dead letter. */
export function dropAdminDeadLetter(id: number | string) {
  return unwrap(api.DELETE('/api/v4/admin/dead_letters/{id}', { params: { path: { id: String(id) } } }));
}
