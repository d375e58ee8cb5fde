/** Public interface of storage. */
export type { KeyedQueue } from './keyed-queue';
export { READ_ONLY, ReadOnlyError, type RepositoryActivity } from './repository-activity';
export {
  type RepositoryKey,
  repositoryKey,
  repositoryKinds,
  type RepositoryLocation,
  StorageNotServedError,
  type Storages,
} from './repository-location';
export type { SharedRuns } from './shared-runs';
export { verifyGitContext } from './verify-git-context';
