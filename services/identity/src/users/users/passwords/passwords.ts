/**
 * Stored passwords: scrypt hashes with their parameters, so that the cost can be raised without
 * invalidating old hashes.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createHashQueue } from './hash-queue';

const BLOCK_SIZE = 8;
const PARALLELIZATION = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Twice what scrypt needs for N and r. */
const MEMORY_FACTOR = 256;
/** Maximum number of waiting hashes: some seconds with the default cost. */
const MAX_WAITING = 100;

/** Cost of password hashes. */
export interface PasswordOptions {
  /** scrypt cost parameter N of new hashes, a power of two. */
  cost: number;
  /** Maximum number of concurrent hashes. */
  concurrency: number;
}

/** Hashes and compares passwords. Throws UnavailableError if too many hashes are waiting. */
export interface Passwords {
  /** Hashes a password: `scrypt$N$r$p$salt$hash`. */
  hash(password: string): Promise<string>;
  /** Whether a password matches a hash, in constant time. */
  isMatch(password: string, hashed: string): Promise<boolean>;
}

/** Creates the functions, which share one queue of hashes. */
export function createPasswords({ cost, concurrency }: PasswordOptions): Passwords {
  const enqueue = createHashQueue({ maxRunning: concurrency, maxWaiting: MAX_WAITING });
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await enqueue(() => derive(password, salt, { N: cost, r: BLOCK_SIZE, p: PARALLELIZATION }));
      const parameters = [cost, BLOCK_SIZE, PARALLELIZATION];
      return ['scrypt', ...parameters, salt.toString('base64url'), hash.toString('base64url')].join('$');
    },
    async isMatch(password, hashed) {
      const [, storedCost, blockSize, parallelization, salt = '', hash = ''] = hashed.split('$');
      const expected = Buffer.from(hash, 'base64url');
      const parameters = { N: Number(storedCost), r: Number(blockSize), p: Number(parallelization) };
      const found = await enqueue(() => derive(password, Buffer.from(salt, 'base64url'), parameters));
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
  };
}

function derive(password: string, salt: Buffer, parameters: { N: number; r: number; p: number }): Promise<Buffer> {
  const options = { ...parameters, maxmem: MEMORY_FACTOR * parameters.N * parameters.r };
  return new Promise((resolve, reject) =>
    scrypt(password, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** Representation of a password change in events, without the password or its hash. */
export const PASSWORD_CHANGED = { from: null, to: null };
