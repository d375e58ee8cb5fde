/** Public interface of registry. */
export {
  dueFilter,
  newReplicaState,
  type RegistryDocument,
  type ReplicaKind,
  replicaKinds,
  type ReplicaState,
  replicaStateFields,
  type RepositoryKind,
  repositoryKinds,
  selectedFilter,
} from './registry.model';
export { addLfsReplicas, excludeProjects, includeProjects, scheduleSync, scheduleVerification } from './registry';
export { failedFilter, scheduleResync } from './schedule-resync';
