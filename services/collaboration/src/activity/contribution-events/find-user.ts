import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { ContributionEventsDeps } from './deps';

const allDigits = /^\d+$/;

/** A user by id or user name. Throws NotFoundError if there is no such user. */
export async function findUser({ deps }: Call<ContributionEventsDeps>, idOrName: string): Promise<UserProfile> {
  const isId = allDigits.test(idOrName);
  if (isId && !Number.isSafeInteger(Number(idOrName))) throw new NotFoundError('User');
  const { users } = await deps.clients.users.listUserProfiles(
    isId ? { ids: [Number(idOrName)] } : { usernames: [idOrName] },
  );
  if (!users[0]) throw new NotFoundError('User');
  return users[0];
}

/** Whether the activity of a user is hidden from the caller. */
export function isHidden({ user }: Call<unknown>, { id, private_profile: isPrivate }: UserProfile): boolean {
  return isPrivate === true && user?.id !== id && user?.admin !== true;
}
