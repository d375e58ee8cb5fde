/** The users of the instance, for the areas that present or validate them. */
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { ResponseOf } from '@forgemesh/rpc';
import type { UserDocument } from './user.model';
import { findUsers, fetchProfile, storeUser } from './directory';
import type { UsersDeps } from './deps';

/** Reads users and stores their profiles. */
export interface UserDirectory {
  /** Users by id for display. Users that do not exist are missing in the result. */
  findUsers(ids: Iterable<number>): Promise<Map<number, UserDocument>>;
  /** Fetches the profile of a user from identity; undefined if the user does not exist. */
  fetchProfile(userId: number): Promise<UserProfile | undefined>;
  /** Stores a profile for display unless a newer version is stored. */
  storeUser(profile: ResponseOf<UserProfile>): Promise<void>;
}

/** Creates the directory. */
export function createUserDirectory(deps: UsersDeps): UserDirectory {
  return {
    findUsers: (ids) => findUsers(deps, ids),
    fetchProfile: (userId) => fetchProfile(deps, userId),
    storeUser: (profile) => storeUser(deps, profile),
  };
}
