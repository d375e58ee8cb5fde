import type { EntityStore } from '@forgemesh/data';
import type { UserDocument } from '#users/accounts';

/** Dependencies of saved filters. */
export interface SavedFiltersDeps {
  users: EntityStore<UserDocument>;
}
