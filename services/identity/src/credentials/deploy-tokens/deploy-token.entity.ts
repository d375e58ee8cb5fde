/** Presents deploy tokens in the API and in events. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { DeployToken } from '@forgemesh/proto/identity/v1/deploy_token';
import type { DeployTokenDocument } from './deploy-token.model';

/** Presents a token without its secret. */
export function presentDeployToken(token: DeployTokenDocument): ResponseOf<DeployToken> {
  const { _id: id, name, username, expires_at: expiresAt, scopes } = token;
  return { id, name, username, expires_at: expiresAt?.toISOString() ?? null, scopes };
}

/** Presents a token in its events. */
export function presentDeployTokenForEvent(token: DeployTokenDocument): EventEntity<'identity.deploy_token.created'> {
  const { project_id, group_id } = token;
  return { ...presentDeployToken(token), project_id, group_id };
}
