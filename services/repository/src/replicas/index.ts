import { countMeasurements } from './count-measurements';
import { fetchReplica } from './fetch-replica';
import { getRepositoryFacts } from './get-repository-facts';
import { getRepositoryState } from './get-repository-state';
import { removeReplicas } from './remove-replicas';
import { storeRepositoryFacts } from './store-repository-facts';

export const replicaOperations = [
  countMeasurements,
  fetchReplica,
  getRepositoryFacts,
  getRepositoryState,
  removeReplicas,
  storeRepositoryFacts,
];
