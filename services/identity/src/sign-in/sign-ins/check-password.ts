/**
 * Checks passwords. Each attempt is counted before the expensive hash. Concurrent identical
 * attempts, such as those of several git clients of a user, share one hash and count once.
 */
import { createHash } from 'node:crypto';
import type { Identity } from '../../deps';
import { countAttempt } from './sign-in-failures';
import type { Attempt } from './sign-in-limits';

/** An attempt with a password. */
export interface PasswordGuess extends Attempt {
  password: string;
  /** The stored hash to compare with. */
  hash: string;
  /** Whether the account may sign in with the correct password. */
  canSignIn: boolean;
}

/** Whether the account may sign in with the password. Throws `too_many_requests`. */
export async function checkPassword(deps: Identity, guess: PasswordGuess): Promise<boolean> {
  const { passwordChecks: running } = deps;
  const { password, ...rest } = guess;
  // The stored hash is part of the key, so that a check is not shared across a password change.
  const key = JSON.stringify([rest, createHash('sha256').update(password).digest('base64')]);
  const shared = running.get(key);
  if (shared) return shared;
  const check = checkOnce(deps, guess).finally(() => running.delete(key));
  running.set(key, check);
  return check;
}

async function checkOnce(deps: Identity, { password, hash, canSignIn, ...attempt }: PasswordGuess): Promise<boolean> {
  const counted = await countAttempt(deps, attempt);
  const isRight = await deps.passwords.isMatch(password, hash).catch(async (error: unknown) => {
    await counted.withdraw();
    throw error;
  });
  if (!isRight || !canSignIn) return false;
  await counted.succeed();
  return true;
}
