/**
 * Checks guessed passwords: each guess is counted before it costs a hash. Equal guesses at the same
 * time, as of many git clients of one user, share one hash and count once.
 */
import { createHash } from 'node:crypto';
import type { Identity } from '../../deps';
import { isPassword } from '../../users/users/passwords/passwords';
import { countAttempt, type Attempt } from './sign-in-failures';

/** A guess at a password. */
export interface PasswordGuess extends Attempt {
  password: string;
  /** The stored hash with which it is compared. */
  hash: string;
  /** Whether the account may sign in with the right password. */
  maySignIn: boolean;
}

const running = new Map<string, Promise<boolean>>();

/** Whether the account may sign in with the password. Throws `too_many_requests`. */
export async function checkPassword(deps: Identity, guess: PasswordGuess): Promise<boolean> {
  const { password, ...rest } = guess;
  // The stored hash is part of the key: nobody shares a check with a password that was changed
  // meanwhile.
  const key = JSON.stringify([rest, createHash('sha256').update(password).digest('base64')]);
  const shared = running.get(key);
  if (shared) return shared;
  const check = checkOnce(deps, guess).finally(() => running.delete(key));
  running.set(key, check);
  return check;
}

async function checkOnce(deps: Identity, { password, hash, maySignIn, ...attempt }: PasswordGuess): Promise<boolean> {
  const counted = await countAttempt(deps, attempt);
  const isRight = await isPassword(password, hash).catch(async (error: unknown) => {
    await counted.withdraw();
    throw error;
  });
  if (!isRight || !maySignIn) return false;
  await counted.succeed();
  return true;
}
