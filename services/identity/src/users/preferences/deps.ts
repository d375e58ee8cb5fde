import type { EntityStore } from '@forgemesh/data';
import type { UserDocument } from '#users/users/user.model';

/** Dependencies of preferences. */
export interface PreferencesDeps {
  users: EntityStore<UserDocument>;
}
