import { internalOperation, type Call } from '@forgemesh/rpc';
import { ConflictError, NotFoundError, UnauthenticatedError } from '@forgemesh/errors';
import { TermsServiceDefinition, type AcceptTermsRequest } from '@forgemesh/proto/identity/v1/terms';
import { assertCanAct, assertUsable, insufficientScope } from '#authentication';
import type { UserDocument } from '#users/accounts';
import { termsOf } from '#users';
import type { InternalTermsDeps } from './deps';

/** A token with full access to a user's account may accept the terms for that user. */
const SCOPE = 'api';

/** Stores that the user accepted the current terms. */
export const acceptTerms = internalOperation(
  TermsServiceDefinition.acceptTerms,
  async (request, { deps }: Call<InternalTermsDeps>) => {
    const terms = termsOf(deps.settings.current());
    if (!terms) throw new NotFoundError('Terms');
    if (request.version !== terms.version) throw new ConflictError();
    const user = await findAcceptingUser(deps, request);
    if (!user) throw new UnauthenticatedError();
    const { version } = terms;
    await deps.users.mutate(user._id, ({ accepted_terms: accepted }) =>
      accepted?.version === version
        ? null
        : {
            set: { accepted_terms: { version, accepted_at: new Date() } },
            // Invalidates the cached user in all processes.
            events: [{ type: 'identity.user.updated', actor: user._id }],
          },
    );
    return { username: user.username };
  },
);

/**
 * Identifies the user by token or password; returns null if neither is valid. Throws ForgeError for
 * users who may not act, and `too_many_requests` after too many failures.
 */
async function findAcceptingUser(
  deps: InternalTermsDeps,
  { login, secret, address }: AcceptTermsRequest,
): Promise<UserDocument | null> {
  const token = await deps.tokenHolders.findToken(secret);
  if (!token) {
    const takesPasswords = deps.settings.current().password_authentication_enabled_for_web;
    return takesPasswords ? deps.passwordSignIn.find({ login, password: secret, address }) : null;
  }
  const holder = await deps.tokenHolders.findHolder(token.user_id);
  if (!holder || (login !== '' && !isName(holder, login))) return null;
  assertUsable(deps, token, holder);
  assertCanAct(holder);
  if (!token.scopes.includes(SCOPE)) throw insufficientScope(SCOPE);
  return holder;
}

function isName({ username }: UserDocument, login: string): boolean {
  return username.toLowerCase() === login.toLowerCase();
}
