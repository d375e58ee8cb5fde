import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of deploy tokens. */
export const deployTokenKeys = {
  of: (owner: OwnerId) => ['deploy-tokens', owner.kind, owner.id],
} as const;

/** List the deploy tokens of a project or group. */
export function listDeployTokens(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/deploy_tokens'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/deploy_tokens`, { params: { path: { id: owner.id }, query } }));
}

/** Revoke a deploy token of a project or group. */
export function deleteDeployToken(owner: OwnerId, tokenId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/deploy_tokens/{token_id}`, {
      params: { path: { id: owner.id, token_id: tokenId } },
    }),
  );
}

/** Create a deploy token for a project or group. */
export function createDeployToken(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/deploy_tokens'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/deploy_tokens`, { params: { path: { id: owner.id } }, body }));
}
