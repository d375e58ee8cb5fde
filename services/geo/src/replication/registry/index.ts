/** Public interface of registry. */
export {
  newReplicaState,
  type RegistryDocument,
  type ReplicaKind,
  replicaKinds,
  type ReplicaState,
  replicaStateFields,
  type RepositoryKind,
  repositoryKinds,
} from './registry.model';
export { addLfsReplicas, scheduleSync, scheduleVerification } from './registry';
