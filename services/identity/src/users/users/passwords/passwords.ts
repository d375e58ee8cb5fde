/**
 * Stored passwords: scrypt hashes with their parameters, so that the cost can be raised without
 * invalidating old hashes.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { config } from '../../../config';
import { createHashQueue } from './hash-queue';

const BLOCK_SIZE = 8;
const PARALLELIZATION = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Twice what scrypt needs for N and r. */
const MEMORY_FACTOR = 256;
/** Maximum number of waiting hashes: some seconds with the default cost. */
const MAX_WAITING = 100;

const enqueue = createHashQueue({ maxRunning: config.FORGE_PASSWORD_CONCURRENCY, maxWaiting: MAX_WAITING });

/** Hashes a password: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, { N: config.FORGE_PASSWORD_COST, r: BLOCK_SIZE, p: PARALLELIZATION });
  return [
    'scrypt',
    config.FORGE_PASSWORD_COST,
    BLOCK_SIZE,
    PARALLELIZATION,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$');
}

/** Whether a password matches a hash, in constant time. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [, cost, blockSize, parallelization, salt = '', hash = ''] = hashed.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const parameters = { N: Number(cost), r: Number(blockSize), p: Number(parallelization) };
  const found = await derive(password, Buffer.from(salt, 'base64url'), parameters);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function derive(password: string, salt: Buffer, parameters: { N: number; r: number; p: number }): Promise<Buffer> {
  const options = { ...parameters, maxmem: MEMORY_FACTOR * parameters.N * parameters.r };
  return enqueue(
    () =>
      new Promise((resolve, reject) =>
        scrypt(password, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
      ),
  );
}

/** Representation of a password change in events, without the password or its hash. */
export const PASSWORD_CHANGED = { from: null, to: null };
