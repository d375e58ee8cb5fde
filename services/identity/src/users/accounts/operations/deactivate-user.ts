import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { UserStateServiceDefinition } from '@forgemesh/proto/identity/v1/user_state';
import { DAY_MS } from '@forgemesh/service/durations';
import { changeUserState } from '../changes/change-user-state';
import type { UserDocument } from '../user.model';
import type { UsersDeps } from '../deps';

const INACTIVE_DAYS = 180;

/** Deactivates a user who has been inactive for long; their data is kept. */
export const deactivateUser = operation(
  UserStateServiceDefinition.deactivateUser,
  async ({ id }, call: Call<UsersDeps>) => {
    const { changed } = await changeUserState(call, id, { from: ['active'], to: 'deactivated', assertAllowed });
    return { changed: changed ? true : null };
  },
);

function assertAllowed(user: UserDocument): void {
  if (user.state === 'blocked') throw new ForbiddenError('A blocked user cannot be deactivated by the API');
  if (user.state === 'active' && wasActiveLately(user)) {
    throw new ForbiddenError(
      `The user you are trying to deactivate has been active in the past ${INACTIVE_DAYS} days and cannot be deactivated`,
    );
  }
}

function wasActiveLately({ last_activity_on: day }: UserDocument): boolean {
  return day !== null && day > new Date(Date.now() - INACTIVE_DAYS * DAY_MS).toISOString().slice(0, 10);
}
