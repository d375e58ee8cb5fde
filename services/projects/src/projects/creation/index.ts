/** The creation and transfer of projects. */
export { isMovedBy } from './move-project';
export { withLimitKey } from './new-project';
export type { ProjectCreation } from './project-creation';
export { requestedStorage, storageErrors, type StorageMoveRequest } from './requested-storage';
export { rubyHash } from './ruby-hash';
export { unlinkFork } from './unlink-fork';
