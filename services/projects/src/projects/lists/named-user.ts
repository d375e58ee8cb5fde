/** The user whose projects are listed. */
import { NotFoundError } from '@forgemesh/errors';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { Call } from '@forgemesh/rpc';
import type { ProjectListsDeps } from './deps';

const allDigits = /^\d+$/;

/** A user by id or user name. Throws NotFoundError if the user does not exist. */
export async function findNamedUser(
  { deps }: Call<Pick<ProjectListsDeps, 'clients'>>,
  idOrName: string,
): Promise<UserProfile> {
  const isId = allDigits.test(idOrName);
  if (isId && !Number.isSafeInteger(Number(idOrName))) throw new NotFoundError('User');
  const { users } = await deps.clients.directory.listUserProfiles(
    isId ? { ids: [Number(idOrName)] } : { usernames: [idOrName] },
  );
  if (!users[0]) throw new NotFoundError('User');
  return users[0];
}

/** Whether the caller may see the activity of a user with this profile. */
export function canReadProfile({ user }: Call<unknown>, profile: UserProfile): boolean {
  return !profile.private_profile || user?.admin === true || user?.id === profile.id;
}
