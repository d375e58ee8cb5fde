/** Tokens and their holders, which every request needs; cached briefly. */
import { ForbiddenError } from '@forgemesh/errors';
import type { Identity } from '#deps';
import type { UserDocument } from '#users/users/user.model';
import { expiredToken, invalidToken } from './refusals';
import { hasEnded } from '#credentials/tokens/has-ended';
import { isExpired, type TokenDocument } from '#credentials/tokens/token.model';

/** Returns a token by its text, valid or not; null if none exists. */
export function findToken({ tokens, tokenCache, secrets }: Identity, secret: string): Promise<TokenDocument | null> {
  const digests = secrets.digestsOf(secret);
  // Every storage engine evaluates an equality with its index. More than one key is rare.
  const digest = digests.length === 1 ? (digests[0] as string) : { $in: digests };
  return tokenCache.get(
    digests.join(),
    async () => (await tokens.model.findOne({ digest }).lean()) as TokenDocument | null,
  );
}

/** Only the fields that every request needs. */
const holderFields = {
  username: 1,
  name: 1,
  admin: 1,
  external: 1,
  state: 1,
  is_internal: 1,
  last_activity_on: 1,
  accepted_terms: 1,
  sign_in_epoch: 1,
};

/** Returns the holder of a token with the fields that decide whether they may act. */
export function findHolder({ users, holderCache }: Identity, id: number): Promise<UserDocument | null> {
  return holderCache.get(
    String(id),
    async () => (await users.model.findById(id, holderFields).lean()) as UserDocument | null,
  );
}

/** Throws `invalid_token` for a token that is expired, revoked or disabled. */
export function assertUsable(
  { isImpersonationEnabled }: Pick<Identity, 'isImpersonationEnabled'>,
  token: TokenDocument,
  holder: UserDocument,
): void {
  if (isExpired(token)) throw expiredToken();
  if (token.revoked || hasEnded(token, holder))
    throw invalidToken('Token was revoked. You have to re-authorize from the user.');
  if (token.impersonation && !isImpersonationEnabled) {
    throw invalidToken('Token is an impersonation token but impersonation was disabled.');
  }
}

/** Throws ForbiddenError for a user who may not act. */
export function assertCanAct({ state, is_internal: isInternal }: UserDocument): void {
  if (isInternal) throw new ForbiddenError('This action cannot be performed by internal users');
  if (state === 'blocked') throw new ForbiddenError('Your account has been blocked.');
  if (state === 'deactivated') {
    throw new ForbiddenError(
      'Your account has been deactivated by your administrator. Please log back in to reactivate your account.',
    );
  }
}
