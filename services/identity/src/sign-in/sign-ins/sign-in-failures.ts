/**
 * Limits password attempts by account and address, across all processes. Attempts with tokens are
 * counted separately, so that a machine with an expired token does not lock out its user.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import { isPrivateAddress } from '@forgemesh/web';
import type { Identity } from '../../deps';

const WINDOW_MS = 10 * 60 * 1000;
const MAX_OF_USER = 10;
/** High, because many users may share an address. */
const MAX_PER_ADDRESS = 100;

/** An attempt to sign in. */
export interface Attempt {
  /** Id or name of the account; empty if unknown. */
  account: string;
  /** Empty if unknown. */
  address: string;
  /** Whether the secret looks like a token. */
  isToken?: boolean;
}

/** An attempt that counts as a failure until it succeeds. */
export interface CountedAttempt {
  /**
   * Reports success: the attempt is not counted, and earlier failures of the account are cleared;
   * those of the address remain.
   */
  succeed(): Promise<void>;
  /** Reports that the check itself failed: the attempt is not counted. */
  withdraw(): Promise<void>;
}

/**
 * Counts an attempt before the check, so that concurrent attempts cannot exceed the limit. Throws
 * `too_many_requests` if the account or the address has failed too often.
 */
export async function countAttempt(deps: Identity, attempt: Attempt): Promise<CountedAttempt> {
  const counted: string[] = [];
  const withdraw = async (): Promise<void> => {
    await deps.signInFailures.updateMany({ _id: { $in: counted }, count: { $gt: 0 } }, { $inc: { count: -1 } });
  };
  for (const [key, limit] of limitsOf(attempt)) {
    if (await countOne(deps, key, limit)) {
      counted.push(key);
      continue;
    }
    await withdraw();
    const until = (await deps.signInFailures.findById(key).lean())?.until ?? new Date();
    const retryAfter = Math.max(Math.ceil((until.getTime() - Date.now()) / 1000), 1);
    const error = 'This endpoint has been requested too many times. Try again later.';
    throw new ForgeError('too_many_requests', { error }, { retryAfter });
  }
  return {
    withdraw,
    async succeed() {
      await withdraw();
      await clearFailures(deps, attempt);
    },
  };
}

/** Returns false if the limit is reached. */
async function countOne({ signInFailures }: Identity, key: string, limit: number): Promise<boolean> {
  for (;;) {
    const now = new Date();
    const running = { _id: key, until: { $gt: now }, count: { $lt: limit } };
    const { matchedCount } = await signInFailures.updateOne(running, { $inc: { count: 1 } });
    if (matchedCount > 0) return true;
    if (await signInFailures.exists({ _id: key, until: { $gt: now }, count: { $gte: limit } })) return false;
    const until = new Date(now.getTime() + WINDOW_MS);
    try {
      await signInFailures.updateOne(
        { _id: key, until: { $lte: now } },
        { $set: { count: 1, until } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // A concurrent attempt has started the window.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** Clears the failures of an account after the correct password; those of the address remain. */
export async function clearFailures({ signInFailures }: Identity, attempt: Attempt): Promise<void> {
  await signInFailures.deleteOne({ _id: userKey(attempt) });
}

/** Deletes expired failures. */
export const sweepSignInFailures: Schedule<Identity> = {
  name: 'identity-sweep-sign-in-failures',
  everyMs: 60 * 60 * 1000,
  async run({ signInFailures }) {
    await signInFailures.deleteMany({ until: { $lt: new Date() } });
  },
};

function limitsOf(attempt: Attempt): Map<string, number> {
  const { account, address } = attempt;
  const limits = new Map<string, number>();
  if (account !== '') limits.set(userKey(attempt), MAX_OF_USER);
  // A private address may be that of a proxy shared by many clients.
  if (address !== '' && !isPrivateAddress(address)) limits.set(`${kindOf(attempt)}address/${address}`, MAX_PER_ADDRESS);
  return limits;
}

function userKey(attempt: Attempt): string {
  return `${kindOf(attempt)}user/${attempt.account}`;
}

function kindOf({ isToken = false }: Attempt): string {
  return isToken ? 'token/' : '';
}
