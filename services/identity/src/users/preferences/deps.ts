import type { EntityStore } from '@forgemesh/data';
import type { UserDocument } from '#users/accounts';

/** Dependencies of preferences. */
export interface PreferencesDeps {
  users: EntityStore<UserDocument>;
}
