import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of broadcast messages. */
export const broadcastMessageKeys = {
  all: ['admin', 'broadcast-messages'],
} as const;

/** List broadcast messages. */
export function listBroadcastMessages(query: QueryOf<'get', '/api/v4/broadcast_messages'>) {
  return unwrapPage(api.GET('/api/v4/broadcast_messages', { params: { query } }));
}

/** Delete a broadcast message. */
export function deleteBroadcastMessage(id: number) {
  return unwrap(api.DELETE('/api/v4/broadcast_messages/{id}', { params: { path: { id } } }));
}

/** Update a broadcast message. */
export function updateBroadcastMessage(id: number, body: BodyOf<'put', '/api/v4/broadcast_messages/{id}'>) {
  return unwrap(api.PUT('/api/v4/broadcast_messages/{id}', { params: { path: { id } }, body }));
}

/** Create a broadcast message. */
export function createBroadcastMessage(body: BodyOf<'post', '/api/v4/broadcast_messages'>) {
  return unwrap(api.POST('/api/v4/broadcast_messages', { body }));
}
