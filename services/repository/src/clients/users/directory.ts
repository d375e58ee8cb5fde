/** User profiles for display, loaded in batches when missing. */
import type { ResponseOf } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { UserDocument } from './user.model';
import type { UserDirectoryDeps } from './deps';

/** Users by id; users that do not exist are missing. */
export async function findUsers(deps: UserDirectoryDeps, ids: Iterable<number>): Promise<Map<number, UserDocument>> {
  const userIds = [...new Set(ids)];
  if (userIds.length === 0) return new Map();
  const stored = await deps.users.find({ _id: { $in: userIds } }).lean<UserDocument[]>();
  const found = new Map(stored.map((user) => [user._id, user]));
  const missing = userIds.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const { users } = await deps.clients.users.listUserProfiles({ ids: missing, usernames: [], emails: [] });
  for (const profile of users) {
    found.set(profile.id, userOf(profile));
    await storeUser(deps, profile);
  }
  return found;
}

/** Stores a profile unless a newer version is stored. */
export async function storeUser(
  { users }: Pick<UserDirectoryDeps, 'users'>,
  profile: ResponseOf<UserProfile>,
): Promise<void> {
  const { _id, ...fields } = userOf(profile);
  try {
    await users.updateOne({ _id, version: { $lt: fields.version } }, { $set: fields }, { upsert: true });
  } catch (error) {
    // The same or a newer version exists, so the upsert tried to insert a duplicate.
    if (!isDuplicateKey(error)) throw error;
  }
}

function userOf({
  id,
  version,
  name,
  username,
  state,
  avatar_url: avatar,
  web_url,
}: ResponseOf<UserProfile>): UserDocument {
  return { _id: id, version, name, username, state, avatar_url: avatar ?? null, web_url };
}
