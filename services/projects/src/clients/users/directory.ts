/**
 * Users for display, loaded from identity in batches on a miss, and profiles that identity returns
 * for validation before a write.
 */
import type { ResponseOf } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { UserDocument } from './user.model';
import type { UsersDeps } from './deps';

/** Users by id for display. Users that do not exist are missing in the result. */
export async function findUsers(deps: UsersDeps, ids: Iterable<number>): Promise<Map<number, UserDocument>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const found = await deps.userCache.getAll(uniqueIds, (uncached) => readUsers(deps, uncached));
  const missing = uniqueIds.filter((id) => !found.has(id));
  if (missing.length > 0) {
    const { users } = await deps.clients.directory.listUserProfiles({ ids: missing });
    for (const profile of users) {
      found.set(profile.id, userOf(profile));
      await storeUser(deps, profile);
    }
  }
  return found;
}

async function readUsers(deps: UsersDeps, ids: number[]): Promise<Map<number, UserDocument>> {
  const users = await deps.users.find({ _id: { $in: ids } }).lean<UserDocument[]>();
  return new Map(users.map((user) => [user._id, user]));
}

/** Fetches the profile of a user from identity; undefined if the user does not exist. */
export async function fetchProfile(deps: UsersDeps, userId: number): Promise<UserProfile | undefined> {
  const { users } = await deps.clients.directory.listUserProfiles({ ids: [userId] });
  return users.find(({ id }) => id === userId);
}

/** Stores a profile for display unless a newer version is stored. */
export async function storeUser(deps: UsersDeps, profile: ResponseOf<UserProfile>): Promise<void> {
  const { _id, ...fields } = userOf(profile);
  try {
    await deps.users.updateOne({ _id, version: { $lt: fields.version } }, { $set: fields }, { upsert: true });
  } catch (error) {
    // The same or a newer version is stored, so the upsert tried to insert a second document.
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
  ...rest
}: ResponseOf<UserProfile>): UserDocument {
  return {
    _id: id,
    version,
    name,
    username,
    state,
    avatar_url: avatar ?? null,
    web_url: rest.web_url,
    created_at: rest.created_at,
  };
}
