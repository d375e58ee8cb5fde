/** Requests of users themselves for links that set a password. */
import { requestedReset, resetRequested, type UserDocument } from '#users/accounts';
import type { RegistrationsDeps } from './deps';

/** A user receives at most one link in this time. */
const MIN_INTERVAL_MS = 5 * 60 * 1000;

/** Requests the link for a user. Does nothing for users who may not act, and soon after another. */
export async function requestReset({ users }: Pick<RegistrationsDeps, 'users'>, id: number): Promise<void> {
  await users.mutate(id, (user) =>
    mayRequest(user) ? { set: { password_reset: requestedReset() }, events: [resetRequested(id)] } : null,
  );
}

function mayRequest({ state, is_internal: isInternal, password_reset: reset }: UserDocument): boolean {
  const isRecent = reset !== undefined && reset !== null && Date.now() - reset.requested_at.getTime() < MIN_INTERVAL_MS;
  return state === 'active' && !isInternal && !isRecent;
}
