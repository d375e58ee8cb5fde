import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of nodes. */
export const nodeKeys = {
  states: ['admin', 'node-states'],
  all: ['admin', 'nodes'],
  one: (id: number) => ['admin', 'nodes', id],
  failures: (type: string, page: number) => ['admin', 'node-failures', type, page],
} as const;

/** Create a node. */
export function createNode(body: BodyOf<'post', '/api/v4/geo_nodes'>) {
  return unwrap(api.POST('/api/v4/geo_nodes', { body }));
}

/** List the nodes. */
export function listNodes(query: QueryOf<'get', '/api/v4/geo_nodes'>) {
  return unwrap(api.GET('/api/v4/geo_nodes', { params: { query } }));
}

/** List the statuses of the nodes. */
export function listNodeStatuses(query: QueryOf<'get', '/api/v4/geo_nodes/status'>) {
  return unwrap(api.GET('/api/v4/geo_nodes/status', { params: { query } }));
}

/** Delete a node. */
export function deleteNode(id: number) {
  return unwrap(api.DELETE('/api/v4/geo_nodes/{id}', { params: { path: { id } } }));
}

/** Get a node. */
export function getNode(id: number) {
  return unwrap(api.GET('/api/v4/geo_nodes/{id}', { params: { path: { id } } }));
}

/** Update a node. */
export function updateNode(id: number, body: BodyOf<'put', '/api/v4/geo_nodes/{id}'>) {
  return unwrap(api.PUT('/api/v4/geo_nodes/{id}', { params: { path: { id } }, body }));
}

/** Retrieve the credentials of a secondary. */
export function createNodeCredentials(id: number) {
  return unwrap(api.POST('/api/v4/geo_nodes/{id}/credentials', { params: { path: { id } } }));
}

/** Renew the credentials of a secondary. */
export function repairNode(id: number) {
  return unwrap(api.POST('/api/v4/geo_nodes/{id}/repair', { params: { path: { id } } }));
}

/** List the replication failures of this node. */
export function listSyncFailures(query: QueryOf<'get', '/api/v4/geo_nodes/current/failures'>) {
  return unwrapPage(api.GET('/api/v4/geo_nodes/current/failures', { params: { query } }));
}

/** Sync replicas of this node again. */
export function resyncReplicas(body: BodyOf<'post', '/api/v4/geo_nodes/current/resync'>) {
  return unwrap(api.POST('/api/v4/geo_nodes/current/resync', { body }));
}
