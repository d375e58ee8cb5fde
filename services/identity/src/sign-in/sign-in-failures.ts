/**
 * Whoever guesses passwords has to wait, by account and by address, in all processes alike. Tokens that are shown in their place are counted apart:
 * a machine whose token has ended keeps nobody from his password.
 */
import { ForgeError, isDuplicateKey, type Schedule } from '@forgemesh/kit';
import type { Identity } from '../service';

const WINDOW_MS = 10 * 60 * 1000;
const MAX_OF_USER = 10;
/** Many users may share an address. */
const MAX_OF_ADDRESS = 100;

/** Who tries. */
export interface Attempt {
  /** Id or name of the account; empty where none is tried. */
  account: string;
  /** Empty where it is not known. */
  address: string;
  /** Whether what is tried looks like a token. */
  isToken?: boolean;
}

/** Throws `too_many_requests` where the account or the address has failed too often. */
export async function assertMayTry({ signInFailures }: Identity, attempt: Attempt): Promise<void> {
  const limits = limitsOf(attempt);
  const counted = { _id: { $in: [...limits.keys()] }, until: { $gt: new Date() } };
  const failures = await signInFailures.find(counted).lean();
  const exceeded = failures.find(({ _id: key, count }) => count >= (limits.get(key) ?? Infinity));
  if (!exceeded) return;
  const retryAfter = Math.ceil((exceeded.until.getTime() - Date.now()) / 1000);
  const error = 'This endpoint has been requested too many times. Try again later.';
  throw new ForgeError('too_many_requests', { error }, { retryAfter });
}

/** Counts a failure. */
export async function noteFailure({ signInFailures }: Identity, attempt: Attempt): Promise<void> {
  const now = new Date();
  const until = new Date(now.getTime() + WINDOW_MS);
  for (const _id of limitsOf(attempt).keys()) {
    const { matchedCount } = await signInFailures.updateOne({ _id, until: { $gt: now } }, { $inc: { count: 1 } });
    if (matchedCount > 0) continue;
    try {
      await signInFailures.updateOne({ _id, until: { $lte: now } }, { $set: { count: 1, until } }, { upsert: true });
    } catch (error) {
      // Another failure at the same time began the window.
      if (!isDuplicateKey(error)) throw error;
      await signInFailures.updateOne({ _id }, { $inc: { count: 1 } });
    }
  }
}

/** Forgets the failures of an account whose user knows the password; those of the address stay. */
export async function forgetFailures({ signInFailures }: Identity, attempt: Attempt): Promise<void> {
  await signInFailures.deleteOne({ _id: userKey(attempt) });
}

/** Forgets what counts no more. */
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
  if (address !== '') limits.set(`${kindOf(attempt)}address/${address}`, MAX_OF_ADDRESS);
  return limits;
}

function userKey(attempt: Attempt): string {
  return `${kindOf(attempt)}user/${attempt.account}`;
}

function kindOf({ isToken = false }: Attempt): string {
  return isToken ? 'token/' : '';
}
