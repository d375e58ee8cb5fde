/** Public interface of storage. */
export { KeyedQueue } from './keyed-queue';
export { READ_ONLY, ReadOnlyError, type RepositoryActivity } from './repository-activity';
export {
  type RepositoryKey,
  repositoryKey,
  repositoryKinds,
  type RepositoryLocation,
  StorageNotServedError,
  type Storages,
} from './repository-location';
export { SharedRuns } from './shared-runs';
export { verifyGitContext } from './verify-git-context';
