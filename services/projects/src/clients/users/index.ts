/** The users of the instance. */
export type { UserDirectory } from './user-directory';
export type { UserDocument } from './user.model';
