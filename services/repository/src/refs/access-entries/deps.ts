import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';

/** Dependencies of access entries. */
export interface AccessEntriesDeps {
  clients: Clients;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
