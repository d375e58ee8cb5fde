/**
 * Authenticates a token: for every git request, and for API requests whose result the gateway has
 * not cached.
 *
 * Needs two indexed reads, three with sudo, and none if the result is cached. Activity is recorded
 * asynchronously.
 */
import { internalOperation, type Call } from '@forgemesh/rpc';
import { ForbiddenError, UnauthenticatedError } from '@forgemesh/errors';
import { AuthenticationServiceDefinition } from '@forgemesh/proto/identity/v1/authentication';
import { assertTermsAccepted } from '#users';
import {
  assertCanAct,
  assertUsable,
  authenticateByPassword,
  authenticateMachine,
  findSudoTarget,
} from '#authentication';
import { isReplicated } from '#access';
import { expiryOf, limitAddresses, upgradeDigest } from '#credentials/tokens';
import { assertTwoFactorEnabled } from '#sign-in/two-factor';
import type { InternalTokensDeps } from './deps';

/** The service that authenticates users of secondary nodes. */
const REPLICATION = 'geo';

export const authenticate = internalOperation(
  AuthenticationServiceDefinition.authenticate,
  async ({ token: secret, sudo, address, git, login, ...exempt }, { deps, context }: Call<InternalTokensDeps>) => {
    if (context.issuer === REPLICATION && !isReplicated(deps)) throw new ForbiddenError();
    const token = await deps.tokenHolders.findToken(secret);
    const machine = !token && git ? await authenticateMachine(deps, { login, secret }) : null;
    if (machine) return machine;
    if (!token && git && login !== '') return authenticateByPassword(deps, { login, password: secret, address });
    const holder = token && (await deps.tokenHolders.findHolder(token.user_id));
    if (!token || !holder) throw new UnauthenticatedError();
    assertUsable(deps, token, holder);
    assertCanAct(holder);
    if (!exempt.without_terms) assertTermsAccepted(deps, holder);
    // Operations that enable two-factor authentication are exempt only for the holder.
    if (!exempt.without_two_factor || sudo !== '') assertTwoFactorEnabled(token, holder);
    await limitAddresses(deps, holder._id, address);
    deps.activity.seen(token, holder);
    upgradeDigest(deps, deps.tokens, { token, text: secret });
    const user = sudo === '' ? holder : await findSudoTarget(deps.users, sudo, { token, holder });
    assertCanAct(user);
    deps.impersonations.used({ token, holder, user, address });
    return {
      user: { id: user._id, username: user.username, name: user.name, admin: user.admin, external: user.external },
      real_user_id: holder._id,
      scopes: token.scopes,
      token_id: token._id,
      ends_at_ms: expiryOf(token)?.getTime() ?? 0,
      deploy: undefined,
    };
  },
);
