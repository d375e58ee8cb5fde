import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { ProtectedTagDocument } from './protected-tag.model';

/** Dependencies of protected tags. */
export interface ProtectedTagsDeps {
  log: Logger;
  clients: Clients;
  protectedTags: EntityStore<ProtectedTagDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
