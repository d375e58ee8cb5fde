/** Public interface of sync. */
export { syncFile } from './sync-file';
export { type RepositoryReplica, syncRepository } from './sync-repository';
export type { DueReplica, ReplicaStore } from './sync-scheduler';
