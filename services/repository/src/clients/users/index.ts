/** Public interface of the directory of users. */
export { findUsers, storeUser } from './directory';
export { presentUser } from './user.entity';
export type { UserDocument } from './user.model';
