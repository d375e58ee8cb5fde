/**
 * Records password sign-ins to git over HTTP. Clients send the password with each request, so they
 * are recorded at most once an hour.
 */
import { createHash } from 'node:crypto';
import type { Outbox } from '@forgemesh/data';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { Logger } from '@forgemesh/telemetry';
import type { UserDocument } from '#users/accounts';

const MAX_REMEMBERED = 5_000;

/** A git request with a correct password. */
export interface GitSignIn {
  user: Pick<UserDocument, '_id' | 'username' | 'name'>;
  address: string;
}

/**
 * Records each kind of sign-in at most once an hour per user and address. Never delays the request.
 */
export interface GitSignInRecorder {
  /** The user signed in. */
  completed(signIn: GitSignIn): void;
  /** The password was correct, but two-factor authentication prevents password sign-ins to git. */
  refused(signIn: GitSignIn): void;
}

/** Creates a recorder. */
export function createGitSignInRecorder(record: Outbox['record'], log: Logger): GitSignInRecorder {
  let recordedHour = 0;
  const recorded = new Set<string>();
  const recordHourly = (kind: 'completed' | 'refused', { user, address }: GitSignIn): void => {
    const signIn = [kind, user._id, address].join('/');
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== recordedHour || recorded.size >= MAX_REMEMBERED) recorded.clear();
    recordedHour = hour;
    if (recorded.has(signIn)) return;
    recorded.add(signIn);
    // All processes derive the same id, so that the sign-in is recorded once.
    const id = createHash('sha256').update(`git_sign_in/${signIn}/${hour}`).digest('hex');
    const isCompleted = kind === 'completed';
    record(
      {
        id,
        type: isCompleted ? 'identity.git_sign_in.completed' : 'identity.sign_in.failed',
        actor: isCompleted ? user._id : null,
        ...(address !== '' && { origin: { address } }),
      },
      { subject: user._id, entity: { user_id: user._id, username: user.username, name: user.name } },
    ).catch((error: unknown) => {
      recorded.delete(signIn);
      log.warn({ err: error, user_id: user._id }, 'sign-in to git not recorded yet');
    });
  };
  return {
    completed: (signIn) => recordHourly('completed', signIn),
    refused: (signIn) => recordHourly('refused', signIn),
  };
}
