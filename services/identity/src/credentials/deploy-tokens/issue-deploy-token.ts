/**
 * Stores a new deploy token. A retry (same operation id) returns the token of the first attempt.
 */
import { ValidationError } from '@forgemesh/errors';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { DeployToken } from '@forgemesh/proto/identity/v1/deploy_token';
import { createToken, insertToken, issueSecrets } from '#credentials/tokens';
import { presentDeployToken } from './deploy-token.entity';
import { deployScopes, type DeployTokenOwner } from './deploy-token.model';
import type { DeployTokensDeps } from './deps';

const MAX_TEXT = 255;

/** Fields of a new token. */
export interface DeployTokenRequest {
  name: string;
  scopes?: string[] | undefined;
  expires_at?: string | null | undefined;
  username?: string | undefined;
}

/** Returns the token with its secret. Throws ValidationError for invalid fields. */
export async function issueDeployToken(
  { deps, principal, operationId }: Call<DeployTokensDeps>,
  owner: DeployTokenOwner,
  request: DeployTokenRequest,
): Promise<ResponseOf<DeployToken>> {
  assertValid(request);
  const { deployTokens, secrets } = deps;
  const [secret = ''] = await issueSecrets(deps, operationId, () => [createToken()]);
  const id = await deployTokens.nextId();
  const token = await insertToken(
    deployTokens,
    {
      _id: id,
      project_id: null,
      group_id: null,
      ...owner,
      name: request.name,
      username: request.username || `deploy-token-${id}`,
      digest: secrets.digestOf(secret),
      digest_key: secrets.keyId,
      scopes: [...new Set(request.scopes)],
      expires_at: request.expires_at ? new Date(request.expires_at) : null,
      created_at: new Date(),
    },
    [{ type: 'identity.deploy_token.created', actor: principal.id }],
  );
  return { ...presentDeployToken(token), token: secret };
}

function assertValid({ name, username = '', scopes = [] }: DeployTokenRequest): void {
  const tooLong = [`is too long (maximum is ${MAX_TEXT} characters)`];
  const problems: Record<string, string[]> = {
    ...([...name].length > MAX_TEXT && { name: tooLong }),
    ...([...username].length > MAX_TEXT && { username: tooLong }),
    ...(!/^[\w.+-]*$/.test(username) && { username: ["can contain only letters, digits, '_', '-', '+', and '.'"] }),
    ...(scopes.length === 0 && { scopes: ["can't be blank"] }),
    ...(!scopes.every((scope) => deployScopes.includes(scope)) && { scopes: ['can only contain available scopes'] }),
  };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}
