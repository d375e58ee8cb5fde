import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of variables. */
export const variableKeys = {
  of: (owner: OwnerId) => ['variables', owner.kind, owner.id],
} as const;

/** List the variables of a project or group. */
export function listVariables(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/variables'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/variables`, { params: { path: { id: owner.id }, query } }));
}

/** Delete a variable of a project or group. */
export function deleteVariable(owner: OwnerId, key: string) {
  return unwrap(api.DELETE(`${apiPathOf(owner)}/variables/{key}`, { params: { path: { id: owner.id, key } } }));
}

/** Create a variable in a project or group. */
export function createVariable(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/variables'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/variables`, { params: { path: { id: owner.id } }, body }));
}
