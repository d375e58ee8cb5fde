/** Finds users by the tokens of links that were sent to them by mail. */
import { NotFoundError } from '@forgemesh/errors';
import type { Identity } from '../../deps';
import type { UserDocument } from '../../users/users/user.model';
import { countAttempt } from './sign-in-failures';

/** Anything else is not even a guess. */
const tokenText = /^[\w-]{43}$/;

/** The token of a mailed link that a client presents. */
export interface ShownLink {
  token: string;
  /** Address of the client. */
  address: string;
}

/**
 * The user with a link whose digest is in a field. Throws NotFoundError where there is none or it
 * is not good any more, and `too_many_requests` where the address has tried too many.
 */
export async function findByLink(
  deps: Identity,
  { token, address }: ShownLink,
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
