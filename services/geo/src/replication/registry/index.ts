/** Public interface of registry. */
export {
  newReplicaState,
  type RegistryDocument,
  type ReplicaState,
  replicaStateFields,
  type RepositoryKind,
  repositoryKinds,
} from './registry.model';
export { scheduleSync, scheduleVerification } from './registry';
