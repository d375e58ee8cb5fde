/**
 * Checks passwords. Each attempt is counted before the expensive hash. Concurrent identical
 * attempts, such as those of several git clients of a user, share one hash and count once.
 */
import { createHash } from 'node:crypto';
import type { UserDocument } from '#users/accounts';
import { countAttempt } from './sign-in-failures';
import type { Attempt } from './sign-in-limits';
import type { PasswordsDeps } from './deps';

/** Compared if the account does not exist, so that unknown names take as long as others. */
const NO_USER = { _id: 0, password_hash: null };

/** An attempt with a password. */
export interface PasswordGuess extends Attempt {
  password: string;
  /** The user whose stored hash is compared; null if the account does not exist. */
  user: Pick<UserDocument, '_id' | 'password_hash'> | null;
  /** Whether the account may sign in with the correct password. */
  canSignIn: boolean;
}

/** Whether the account may sign in with the password. Throws `too_many_requests`. */
export async function checkPassword(deps: PasswordsDeps, guess: PasswordGuess): Promise<boolean> {
  const { passwordChecks: running } = deps;
  const { password, user, ...rest } = guess;
  // The stored hash is part of the key, so that a check is not shared across a password change.
  const stored = user && [user._id, user.password_hash];
  const key = JSON.stringify([rest, stored, createHash('sha256').update(password).digest('base64')]);
  const shared = running.get(key);
  if (shared) return shared;
  const check = checkOnce(deps, guess).finally(() => running.delete(key));
  running.set(key, check);
  return check;
}

async function checkOnce(
  deps: PasswordsDeps,
  { password, user, canSignIn, ...attempt }: PasswordGuess,
): Promise<boolean> {
  const counted = await countAttempt(deps, attempt);
  const { _id: userId, password_hash: stored } = user ?? NO_USER;
  const isRight = await deps.passwords.isMatch({ userId, password }, stored).catch(async (error: unknown) => {
    await counted.withdraw();
    throw error;
  });
  if (!isRight || !canSignIn) return false;
  await counted.succeed();
  return true;
}
