import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { UserDocument } from '#users/accounts';

/** Dependencies of emails. */
export interface EmailsDeps {
  users: EntityStore<UserDocument>;
  sequences: Sequences;
  settings: Settings<ApplicationSettings>;
  log: Logger;
}
