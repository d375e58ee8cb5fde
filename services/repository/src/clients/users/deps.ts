import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from './user.model';

/** Dependencies of the directory of users. */
export interface UserDirectoryDeps {
  clients: Clients;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
