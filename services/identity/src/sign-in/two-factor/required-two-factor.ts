/**
 * Requirements of two-factor authentication by the instance and by groups. A grace period starts
 * when a requirement begins to apply to the user. Settings and groups store when they began to
 * require it, so that every process computes the same end; a requirement that is removed and set
 * again has a new grace period.
 */
import { ForbiddenError } from '@forgemesh/errors';
import { isUnimplemented } from '@forgemesh/rpc';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { TokenDocument } from '#credentials/tokens';
import type { UserDocument } from '#users/accounts';
import type { TwoFactorDeps } from './deps';

type Deps = Pick<TwoFactorDeps, 'members' | 'settings'>;

type Holder = Pick<UserDocument, '_id' | 'created_at'>;

/**
 * Computes the time from which sign-ins of a user without two-factor authentication may only enable
 * it; null if nothing requires it. Throws UnavailableError if the groups cannot be read.
 */
export async function twoFactorRequiredFrom(deps: Deps, user: Holder): Promise<Date | null> {
  const times = [requiredByInstance(deps, user), await requiredByGroups(deps, user)].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function requiredByInstance({ settings }: Deps, { created_at: createdAt }: Holder): number | null {
  const {
    require_two_factor_authentication: isRequired,
    two_factor_grace_period: hours,
    two_factor_required_since: since,
  } = settings.current();
  if (!isRequired) return null;
  // The settings service of the previous release does not send the time.
  const begin = since === undefined ? Date.now() : Date.parse(since);
  return Math.max(begin, createdAt.getTime()) + hours * HOUR_MS;
}

async function requiredByGroups({ members }: Deps, { _id: id }: Holder): Promise<number | null> {
  try {
    const { required_from_ms: time } = await members.getTwoFactorRequirement({ user_id: id });
    return time === 0 ? null : time;
  } catch (error) {
    // The projects service of the previous release enforces no requirement.
    if (isUnimplemented(error)) return null;
    throw error;
  }
}

/** Whether the grace period is over. */
export function isTwoFactorRequired(from: Date | null | undefined): boolean {
  return from !== undefined && from !== null && from <= new Date();
}

/** Throws ForbiddenError for a sign-in that may only enable two-factor authentication. */
export function assertTwoFactorEnabled(token: TokenDocument, { username }: Pick<UserDocument, 'username'>): void {
  if (!isTwoFactorRequired(token.two_factor_required_from)) return;
  throw new ForbiddenError(
    `You (@${username}) must enable two-factor authentication in order to perform this action. ` +
      'To enable it, send POST and PUT requests to /api/v4/user/two_factor, then sign in again.',
  );
}
