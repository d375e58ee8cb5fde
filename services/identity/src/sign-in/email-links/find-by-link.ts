/** Finds users by the tokens of links that were emailed to them. */
import { NotFoundError } from '@forgemesh/errors';
import type { UserDocument } from '#users/accounts';
import { countAttempt } from '#sign-in/passwords';
import type { EmailLinksDeps } from './deps';

/** Other texts are rejected without counting an attempt. */
const tokenText = /^[\w-]{43}$/;

/** The token of an emailed link that a client presents. */
export interface PresentedLink {
  token: string;
  /** Address of the client. */
  address: string;
}

/**
 * Returns the user with a link whose digest is in a field. Throws NotFoundError if the link is
 * unknown or no longer valid, and `too_many_requests` after too many attempts from the address.
 */
export async function findByLink(
  deps: EmailLinksDeps,
  { token, address }: PresentedLink,
  { field, isGood }: { field: string; isGood: (user: UserDocument, digests: readonly string[]) => boolean },
): Promise<UserDocument> {
  if (!tokenText.test(token)) throw new NotFoundError('Link');
  const attempt = await countAttempt(deps, { account: '', address });
  const digests = deps.linkSecrets.digestsOf(token);
  const user = await deps.users.model.findOne({ [field]: { $in: digests } }).lean<UserDocument>();
  if (user && user.state === 'active' && !user.is_internal && isGood(user, digests)) {
    await attempt.withdraw();
    return user;
  }
  throw new NotFoundError('Link');
}
