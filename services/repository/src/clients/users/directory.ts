/** Users for display, filled in batches on a miss. */
import type { ResponseOf } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { Repositories } from '../../deps';
import type { UserDocument } from './user.model';

/** Users by id; who does not exist is not in it. */
export async function findUsers(
  deps: Pick<Repositories, 'users' | 'clients'>,
  ids: Iterable<number>,
): Promise<Map<number, UserDocument>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const known = await deps.users.find({ _id: { $in: wanted } }).lean<UserDocument[]>();
  const found = new Map(known.map((user) => [user._id, user]));
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const { users } = await deps.clients.users.listUserProfiles({ ids: missing, usernames: [], emails: [] });
  for (const profile of users) {
    found.set(profile.id, userOf(profile));
    await keepUser(deps, profile);
  }
  return found;
}

/** Keeps a profile unless a newer one is there. */
export async function keepUser(
  { users }: Pick<Repositories, 'users'>,
  profile: ResponseOf<UserProfile>,
): Promise<void> {
  const { _id, ...fields } = userOf(profile);
  try {
    await users.updateOne({ _id, version: { $lt: fields.version } }, { $set: fields }, { upsert: true });
  } catch (error) {
    // The same or a newer version is there: the upsert tried to insert beside it.
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
