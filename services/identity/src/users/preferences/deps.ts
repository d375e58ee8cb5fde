import type { EntityStore } from '@forgemesh/data';
import type { UserDocument } from '#users/users';

/** Dependencies of preferences. */
export interface PreferencesDeps {
  users: EntityStore<UserDocument>;
}
