import type { EntityStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { TriggerDocument } from './trigger.model';

/** Dependencies of pipeline triggers. */
export interface TriggersDeps {
  log: Logger;
  clients: Clients;
  triggers: EntityStore<TriggerDocument>;
  /** Encrypts the tokens of triggers. */
  triggerBox: SecretBox;
  /** Digests the tokens of triggers. */
  triggerDigests: (token: string) => string[];
  /** User profiles for display. */
  users: Model<UserDocument>;
}
