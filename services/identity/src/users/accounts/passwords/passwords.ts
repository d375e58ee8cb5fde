/**
 * Stored passwords: scrypt hashes with their parameters, so that the cost can be raised without
 * invalidating old hashes. A hash is sealed with the secret of the service and bound to its user:
 * the database alone neither allows guesses of passwords nor a sign-in with a hash that was written
 * or copied there.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '@forgemesh/security';
import { createHashQueue } from './hash-queue';
import { openHash, sealHash } from './hash-seal';

const BLOCK_SIZE = 8;
const PARALLELIZATION = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Twice what scrypt needs for N and r. */
const MEMORY_FACTOR = 256;
/** Maximum number of waiting hashes: some seconds with the default cost. */
const MAX_WAITING = 100;

/** Cost of password hashes, and how they are stored. */
export interface PasswordOptions {
  /** scrypt cost parameter N of new hashes, a power of two. */
  cost: number;
  /** Maximum number of concurrent hashes. */
  concurrency: number;
  /** Seals the hashes. */
  box: SecretBox;
  transition: UnsealedHashes;
}

/** Whether hashes that are not sealed, as those of earlier releases, are still in use. */
export interface UnsealedHashes {
  /** Whether they are accepted. */
  acceptsUnsealed(): Promise<boolean>;
  /** Whether new hashes are stored like this. */
  storesUnsealed(): Promise<boolean>;
}

/** A password of a user. */
export interface PasswordOfUser {
  userId: number;
  password: string;
}

/** Hashes and compares passwords. Throws UnavailableError if too many hashes are waiting. */
export interface Passwords {
  /** Hashes a password of a user for storage. */
  hash(of: PasswordOfUser): Promise<string>;
  /**
   * Whether a password of a user matches their stored hash. Takes as long if there is no hash
   * (null), or if it was not stored by this service for this user.
   */
  isMatch(of: PasswordOfUser, stored: string | null): Promise<boolean>;
}

/** Creates the functions, which share one queue of hashes. */
export function createPasswords({ cost, concurrency, box, transition }: PasswordOptions): Passwords {
  const enqueue = createHashQueue({ maxRunning: concurrency, maxWaiting: MAX_WAITING });
  const newHash = async (password: string): Promise<string> => {
    const salt = randomBytes(SALT_BYTES);
    const hash = await enqueue(() => derive(password, salt, { N: cost, r: BLOCK_SIZE, p: PARALLELIZATION }));
    const parameters = [cost, BLOCK_SIZE, PARALLELIZATION];
    return ['scrypt', ...parameters, salt.toString('base64url'), hash.toString('base64url')].join('$');
  };
  /** Compared if there is no valid hash. */
  const unusedHash = newHash(randomBytes(SALT_BYTES).toString('hex'));

  const validHash = async (userId: number, stored: string | null): Promise<string | undefined> => {
    if (stored === null) return undefined;
    if (box.isSealed(stored)) return openHash(box, userId, stored);
    return (await transition.acceptsUnsealed()) ? stored : undefined;
  };
  return {
    async hash({ userId, password }) {
      const hash = await newHash(password);
      return (await transition.storesUnsealed()) ? hash : sealHash(box, userId, hash);
    },
    async isMatch({ userId, password }, stored) {
      const valid = await validHash(userId, stored);
      const [, storedCost, blockSize, parallelization, salt = '', hash = ''] = (valid ?? (await unusedHash)).split('$');
      const expected = Buffer.from(hash, 'base64url');
      const parameters = { N: Number(storedCost), r: Number(blockSize), p: Number(parallelization) };
      const found = await enqueue(() => derive(password, Buffer.from(salt, 'base64url'), parameters));
      return valid !== undefined && found.length === expected.length && timingSafeEqual(found, expected);
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
