/** Authenticates git clients by password, if the instance allows passwords for git. */
import { ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import type { AuthenticateResponse } from '@forgemesh/proto/identity/v1/authentication';
import { assertTermsAccepted } from '#users';
import { isTwoFactorRequired, twoFactorRequiredFrom } from '#sign-in/two-factor';
import type { UserDocument } from '#users/accounts';
import { limitAddresses } from '#credentials/tokens';
import type { AuthenticationDeps } from './deps';

type Deps = Pick<AuthenticationDeps, 'gitSignIns' | 'addresses' | 'passwordSignIn' | 'members' | 'settings' | 'urls'>;

const TOKENS_ONLY =
  "HTTP Basic: Access denied\nYou must use a personal access token with 'read_repository' or 'write_repository' scope for Git over HTTP.";
/** Usernames that clients send with tokens, never with passwords. */
const ofTokens = /^(oauth2|gitlab-ci-token|private-token|x-access-token|git)$/i;

/**
 * Returns the user with a username and password. Throws UnauthenticatedError, or
 * `too_many_requests` after too many failures.
 */
export async function authenticateByPassword(
  deps: Deps,
  login: { login: string; password: string; address: string },
): Promise<AuthenticateResponse> {
  if (!deps.settings.current().password_authentication_enabled_for_git)
    throw new ForgeError('unauthenticated', TOKENS_ONLY);
  const user = ofTokens.test(login.login) ? null : await deps.passwordSignIn.find(login);
  if (!user) throw new UnauthenticatedError();
  // Git clients can neither send a code nor enable two-factor authentication.
  if (await needsTwoFactor(deps, user)) {
    deps.gitSignIns.refused({ user, address: login.address });
    throw new ForgeError('unauthenticated', TOKENS_ONLY);
  }
  assertTermsAccepted(deps, user);
  await limitAddresses(deps, user._id, login.address);
  deps.gitSignIns.completed({ user, address: login.address });
  return {
    user: { id: user._id, username: user.username, name: user.name, admin: user.admin, external: user.external },
    real_user_id: user._id,
    scopes: ['read_repository', 'write_repository'],
    token_id: 0,
    ends_at_ms: 0,
    deploy: undefined,
  };
}

async function needsTwoFactor(deps: Deps, user: UserDocument): Promise<boolean> {
  return user.two_factor_enabled || isTwoFactorRequired(await twoFactorRequiredFrom(deps, user));
}
