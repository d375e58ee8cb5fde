/** Counts failed attempts to sign in across all processes, and refuses them beyond their limits. */
import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import {
  accountLimitsOf,
  addressLimitsOf,
  KNOWN_NETWORK_MS,
  knownNetworkKeyOf,
  pairLimitsOf,
  type Attempt,
  type SignInLimit,
} from './sign-in-limits';
import type { PasswordsDeps } from './deps';

type Deps = Pick<PasswordsDeps, 'signInFailures'>;

/** A network that a sign-in has made known is stored again after this time. */
const KNOWN_NETWORK_RENEWAL_MS = DAY_MS;

/** An attempt that counts as a failure until it succeeds. */
export interface CountedAttempt {
  /**
   * Reports success: the attempt is not counted, its network becomes known to the account, and
   * earlier failures for the account from this network are cleared; all others remain.
   */
  succeed(): Promise<void>;
  /** Reports that the check itself failed: the attempt is not counted. */
  withdraw(): Promise<void>;
}

/**
 * Counts an attempt before the check, so that concurrent attempts cannot exceed the limit. Throws
 * `too_many_requests` if the account or the address has failed too often.
 */
export async function countAttempt(deps: Deps, attempt: Attempt): Promise<CountedAttempt> {
  const counted: string[] = [];
  const withdraw = async (): Promise<void> => {
    await deps.signInFailures.updateMany({ _id: { $in: counted }, count: { $gt: 0 } }, { $inc: { count: -1 } });
  };
  const knownUntil = await findKnownNetwork(deps, attempt);
  const pairLimits = pairLimitsOf(attempt);
  const accountLimits = knownUntil > Date.now() ? [] : accountLimitsOf(attempt);
  for (const limit of [...addressLimitsOf(attempt), ...pairLimits, ...accountLimits]) {
    if (await countOne(deps, limit)) {
      counted.push(limit.key);
      continue;
    }
    await withdraw();
    const until = (await deps.signInFailures.findById(limit.key).lean())?.until ?? new Date();
    const retryAfter = Math.max(Math.ceil((until.getTime() - Date.now()) / 1000), 1);
    const error = 'This endpoint has been requested too many times. Try again later.';
    throw new ForgeError('too_many_requests', { error }, { retryAfter });
  }
  return {
    withdraw,
    async succeed() {
      await withdraw();
      await clear(deps, pairLimits);
      if (knownUntil < Date.now() + KNOWN_NETWORK_MS - KNOWN_NETWORK_RENEWAL_MS) await storeKnownNetwork(deps, attempt);
    },
  };
}

/** Returns false if the limit is reached. */
async function countOne({ signInFailures }: Deps, { key, max, windowMs }: SignInLimit): Promise<boolean> {
  for (;;) {
    const now = new Date();
    const running = { _id: key, until: { $gt: now }, count: { $lt: max } };
    const { matchedCount } = await signInFailures.updateOne(running, { $inc: { count: 1 } });
    if (matchedCount > 0) return true;
    if (await signInFailures.exists({ _id: key, until: { $gt: now }, count: { $gte: max } })) return false;
    const until = new Date(now.getTime() + windowMs);
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

/** Returns until when the network of an attempt is known to the account, in milliseconds. */
async function findKnownNetwork({ signInFailures }: Deps, attempt: Attempt): Promise<number> {
  const key = knownNetworkKeyOf(attempt);
  const found = key === undefined ? null : await signInFailures.findById(key).lean();
  return found?.until.getTime() ?? 0;
}

async function storeKnownNetwork({ signInFailures }: Deps, attempt: Attempt): Promise<void> {
  const key = knownNetworkKeyOf(attempt);
  if (key === undefined) return;
  const until = new Date(Date.now() + KNOWN_NETWORK_MS);
  try {
    await signInFailures.updateOne({ _id: key }, { $set: { count: 0, until } }, { upsert: true });
  } catch (error) {
    // A concurrent sign-in has stored it.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Clears the failures of an account after its password was reset; those of the address remain. */
export async function clearFailures(deps: Deps, attempt: Attempt): Promise<void> {
  await clear(deps, [...pairLimitsOf(attempt), ...accountLimitsOf(attempt)]);
}

async function clear({ signInFailures }: Deps, limits: readonly SignInLimit[]): Promise<void> {
  await signInFailures.deleteMany({ _id: { $in: limits.map(({ key }) => key) } });
}

/** Deletes expired failures and networks that are no longer known. */
export const sweepSignInFailures: Schedule<PasswordsDeps> = {
  name: 'identity-sweep-sign-in-failures',
  everyMs: HOUR_MS,
  async run({ signInFailures }) {
    await signInFailures.deleteMany({ until: { $lt: new Date() } });
  },
};
