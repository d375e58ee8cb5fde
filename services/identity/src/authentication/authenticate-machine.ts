/** Authenticates deploy tokens. */
import { UnauthenticatedError } from '@forgemesh/errors';
import type { AuthenticateResponse } from '@forgemesh/proto/identity/v1/authentication';
import type { DeployTokenDocument } from '#credentials/deploy-tokens';
import { upgradeDigest } from '#credentials/tokens';
import { expiredToken } from './refusals';
import type { AuthenticationDeps } from './deps';

/** The credentials of a git client. */
interface MachineLogin {
  /** Username; empty if the token was not sent as a password. */
  login: string;
  secret: string;
}

/**
 * Returns null if the token does not exist. Throws UnauthenticatedError for a username other than
 * that of the token, and `invalid_token` for an expired one.
 */
export async function authenticateMachine(
  deps: Pick<AuthenticationDeps, 'deployTokens' | 'secrets' | 'log'>,
  { login, secret }: MachineLogin,
): Promise<AuthenticateResponse | null> {
  const { deployTokens, secrets } = deps;
  const digest = { $in: secrets.digestsOf(secret) };
  const token = await deployTokens.model.findOne({ digest }).lean<DeployTokenDocument>();
  if (!token) return null;
  if (token.username !== login) throw new UnauthenticatedError();
  if (token.expires_at && token.expires_at <= new Date()) throw expiredToken();
  upgradeDigest(deps, deployTokens, { token, text: secret });
  return {
    user: undefined,
    real_user_id: 0,
    scopes: token.scopes,
    token_id: token._id,
    ends_at_ms: token.expires_at?.getTime() ?? 0,
    deploy: { project_id: token.project_id ?? 0, group_id: token.group_id ?? 0 },
  };
}
