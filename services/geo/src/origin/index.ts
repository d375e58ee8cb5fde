import { getOriginalFacts } from './get-original-facts';
import { getOriginalState } from './get-original-state';
import { listReplicatedProjects } from './list-replicated-projects';
import { listReplicationEvents } from './list-replication-events';
import { reportStatus } from './report-status';

export const originOperations = [
  getOriginalFacts,
  getOriginalState,
  listReplicatedProjects,
  listReplicationEvents,
  reportStatus,
];
