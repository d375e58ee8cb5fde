/** Decides whether tokens can be used and whether their holders may act. */
import { ForbiddenError } from '@forgemesh/errors';
import type { UserDocument } from '#users/accounts';
import { expiredToken, invalidToken } from './refusals';
import { hasEnded, isExpired, type TokenDocument } from '#credentials/tokens';
import type { AuthenticationDeps } from './deps';

/** Throws `invalid_token` for a token that is expired, revoked or disabled. */
export function assertUsable(
  { isImpersonationEnabled }: Pick<AuthenticationDeps, 'isImpersonationEnabled'>,
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
