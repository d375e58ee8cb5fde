import type { QueryCache } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from './user.model';

/** Dependencies of the directory of users. */
export interface UsersDeps {
  clients: Pick<Clients, 'directory'>;
  /** Display data of users; a copy of identity's data, never used for authorization. */
  users: Model<UserDocument>;
  /** Users for display. */
  userCache: QueryCache<UserDocument, number>;
}
