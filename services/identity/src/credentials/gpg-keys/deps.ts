import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { UserDocument } from '#users/accounts';
import type { GpgKeyDocument } from './gpg-key.model';

/** Dependencies of GPG keys. */
export interface GpgKeysDeps {
  users: EntityStore<UserDocument>;
  gpgKeys: EntityStore<GpgKeyDocument>;
  log: Logger;
}
