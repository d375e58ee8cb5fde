/**
 * Tells who a token is: at every request of the API and of git.
 *
 * Two indexed reads, three under sudo, none where the same was asked a moment ago; what is written down about it is written later.
 */
import { ForbiddenError, UnauthenticatedError } from '@forgemesh/kit';
import { AuthenticationServiceService } from '@forgemesh/proto/identity/v1/authentication';
import { config } from '../config';
import { internalOperation } from '../operation';
import type { Identity } from '../service';
import type { UserDocument } from '../users/user.model';
import { findSudoTarget } from './act-as';
import { authenticateByPassword } from './authenticate-by-password';
import { authenticateMachine } from './authenticate-machine';
import { limitAddresses } from './limit-addresses';
import { expiredToken, invalidToken } from './refusals';
import { isExpired, type TokenDocument } from './token.model';

export const authenticate = internalOperation(
  AuthenticationServiceService.authenticate,
  async ({ token: secret, sudo, address, git, login }, { deps }) => {
    const token = await findToken(deps, secret);
    const machine = !token && git ? await authenticateMachine(deps, secret) : null;
    if (machine) return machine;
    if (!token && git && login !== '') return authenticateByPassword(deps, { login, password: secret, address });
    const holder = token && (await findHolder(deps, token.user_id));
    if (!token || !holder) throw new UnauthenticatedError();
    assertUsable(token);
    assertMayAct(holder);
    await limitAddresses(deps, holder._id, address);
    deps.activity.seen(token, holder);
    const user = sudo === '' ? holder : await findSudoTarget(deps.users, sudo, { token, holder });
    assertMayAct(user);
    return {
      user: { id: user._id, username: user.username, name: user.name, admin: user.admin, external: user.external },
      real_user_id: holder._id,
      scopes: token.scopes,
      token_id: token._id,
      deploy: undefined,
    };
  },
);

function findToken({ tokens, knownTokens, secrets }: Identity, secret: string): Promise<TokenDocument | null> {
  const digests = secrets.digestsOf(secret);
  // An equality is what every engine answers from its index; more than one key is rare.
  const digest = digests.length === 1 ? (digests[0] as string) : { $in: digests };
  return knownTokens.get(
    digests.join(),
    async () => (await tokens.model.findOne({ digest }).lean()) as TokenDocument | null,
  );
}

/** Only what is asked below: this is read at every request. */
const holderFields = { username: 1, name: 1, admin: 1, external: 1, state: 1, is_internal: 1, last_activity_on: 1 };

function findHolder({ users, knownHolders }: Identity, id: number): Promise<UserDocument | null> {
  return knownHolders.get(
    String(id),
    async () => (await users.model.findById(id, holderFields).lean()) as UserDocument | null,
  );
}

function assertUsable(token: TokenDocument): void {
  if (isExpired(token)) {
    throw expiredToken();
  }
  if (token.revoked) throw invalidToken('Token was revoked. You have to re-authorize from the user.');
  if (token.impersonation && !config.FORGE_IMPERSONATION_ENABLED) {
    throw invalidToken('Token is an impersonation token but impersonation was disabled.');
  }
}

/** Throws ForbiddenError for whom every door is closed. */
export function assertMayAct({ state, is_internal: isInternal }: UserDocument): void {
  if (isInternal) throw new ForbiddenError('This action cannot be performed by internal users');
  if (state === 'blocked') throw new ForbiddenError('Your account has been blocked.');
  if (state === 'deactivated') {
    throw new ForbiddenError(
      'Your account has been deactivated by your administrator. Please log back in to reactivate your account.',
    );
  }
}
