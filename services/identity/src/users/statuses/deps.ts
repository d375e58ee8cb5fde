import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { UserDocument } from '#users/accounts';

/** Dependencies of statuses of users. */
export interface StatusesDeps {
  users: EntityStore<UserDocument>;
  settings: Settings<ApplicationSettings>;
}
