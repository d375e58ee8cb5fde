import type { Model } from 'mongoose';
import type { Clients } from '#clients/clients';
import type { UserDocument } from '#clients/users/user.model';

/** Dependencies of access entries. */
export interface AccessEntriesDeps {
  clients: Clients;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
