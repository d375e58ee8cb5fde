/** Public interface of `clients/users`: what other areas of this service may import. */
export type { UserDirectory } from './user-directory';
export type { UserDocument } from './user.model';
