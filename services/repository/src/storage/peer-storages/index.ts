/** Public interface of peer storages. */
export { copyCommits } from './copy-commits';
export type { PeerStorages } from './peer-storages';
export { toUnavailableError, withRepository } from './with-repository';
