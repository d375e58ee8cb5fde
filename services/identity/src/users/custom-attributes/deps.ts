import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { UserDocument } from '#users/accounts';

/** Dependencies of custom attributes. */
export interface CustomAttributesDeps {
  users: EntityStore<UserDocument>;
  log: Logger;
}
