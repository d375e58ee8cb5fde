/** What links carry that go out by mail: it is random, and only its digest is stored. */
import { randomBytes } from 'node:crypto';
import { createDigests, NotFoundError } from '@forgemesh/kit';
import type { Identity } from '../deps';
import type { UserDocument } from '../users/user.model';
import { countAttempt } from './sign-in-failures';

const TOKEN_BYTES = 32;
/** Anything else is not even a guess. */
const tokenText = /^[\w-]{43}$/;

/** Makes and digests what links carry. */
export interface LinkSecrets {
  /** What a new link carries, and the digest that is stored. */
  create(): { token: string; digest: string };
  /** Digests under which a link may be stored. */
  digestsOf(token: string): string[];
}

/** Makes them for an instance. */
export function createLinkSecrets(secret: string): LinkSecrets {
  const digestsOf = createDigests(secret, 'links');
  return {
    create() {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      return { token, digest: digestsOf(token)[0] as string };
    },
    digestsOf,
  };
}

/** What somebody shows who follows a link. */
export interface ShownLink {
  token: string;
  /** Address of the client. */
  address: string;
}

/**
 * The user with a link whose digest is in a field. Throws NotFoundError where there is none or it is not good any more, and
 * `too_many_requests` where the address has tried too many.
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
