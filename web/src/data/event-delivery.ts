import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of event delivery. */
export const eventDeliveryKeys = {
  consumers: ['admin', 'consumers'],
  deadLetters: (page: number) => ['admin', 'dead-letters', page],
} as const;

/** List the event consumers and their progress. */
export function listEventConsumers(query: QueryOf<'get', '/api/v4/admin/consumers'>) {
  return unwrap(api.GET('/api/v4/admin/consumers', { params: { query } }));
}

/** List dead letters. */
export function listAdminDeadLetters(query: QueryOf<'get', '/api/v4/admin/dead_letters'>) {
  return unwrapPage(api.GET('/api/v4/admin/dead_letters', { params: { query } }));
}

/** Redeliver the event of a dead letter to its consumer. */
export function replayAdminDeadLetter(id: number | string) {
  return unwrap(api.POST('/api/v4/admin/dead_letters/{id}/replay', { params: { path: { id: String(id) } } }));
}

/** Delete a dead letter. */
export function dropAdminDeadLetter(id: number | string) {
  return unwrap(api.DELETE('/api/v4/admin/dead_letters/{id}', { params: { path: { id: String(id) } } }));
}
