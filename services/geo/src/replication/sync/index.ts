/** Public interface of the sync of replicas. */
export { checkReplicas } from './check-replicas';
export { type LfsReplica, syncLfsObjects } from './sync-lfs-objects';
export { syncFile } from './sync-file';
export { type RepositoryReplica, syncRepository } from './sync-repository';
export type { DueReplica, ReplicaStore } from './sync-scheduler';
