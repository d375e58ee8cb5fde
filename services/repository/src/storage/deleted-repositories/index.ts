/** Public interface of deleted repositories. */
export type { DeletedRepositoryDocument } from './deleted-repository.model';
export { setAside } from './set-aside';
