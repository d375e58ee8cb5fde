/**
 * Stores a new deploy token. A repeated request (same operation id) gets the token of the first.
 */
import { ValidationError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { DeployToken } from '@forgemesh/proto/identity/v1/deploy_token';
import type { IdentityCall } from '../../operation';
import { insertToken, issueSecrets } from '../tokens/secrets/issue-secrets';
import { createToken } from '../tokens/secrets/token-secrets';
import { presentDeployToken } from './deploy-token.entity';
import { deployScopes, type DeployTokenOwner } from './deploy-token.model';

const MAX_TEXT = 255;

/** What a new token is to be. */
export interface DeployTokenWish {
  name: string;
  scopes?: string[] | undefined;
  expires_at?: string | null | undefined;
  username?: string | undefined;
}

/** The token with its secret. Throws ValidationError for what it may not be. */
export async function issueDeployToken(
  { deps, principal, operationId }: IdentityCall,
  owner: DeployTokenOwner,
  wish: DeployTokenWish,
): Promise<ResponseOf<DeployToken>> {
  assertValid(wish);
  const { deployTokens, secrets } = deps;
  const [secret = ''] = await issueSecrets(deps, operationId, () => [createToken()]);
  const id = await deployTokens.nextId();
  const token = await insertToken(
    deployTokens,
    {
      ...{ _id: id, project_id: null, group_id: null, ...owner },
      name: wish.name,
      username: wish.username || `deploy-token-${id}`,
      digest: secrets.digestOf(secret),
      digest_key: secrets.keyId,
      scopes: [...new Set(wish.scopes)],
      expires_at: wish.expires_at ? new Date(wish.expires_at) : null,
      created_at: new Date(),
    },
    [{ type: 'identity.deploy_token.created', actor: principal.id }],
  );
  return { ...presentDeployToken(token), token: secret };
}

function assertValid({ name, username = '', scopes = [] }: DeployTokenWish): void {
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
