import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { PasswordSignIn } from '#sign-in/passwords';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/accounts';

/** Dependencies of the RPCs about users. */
export interface InternalUsersDeps {
  users: EntityStore<UserDocument>;
  /** Signs users in by password. */
  passwordSignIn: PasswordSignIn;
  /** Caches users by id, for their profiles in other services. */
  profileCache: QueryCache<UserDocument, number>;
  urls: Urls;
}
