import { downloadOriginalFile } from './download-original-file';
import { getOriginalMetadata } from './get-original-metadata';
import { getOriginalFile } from './get-original-file';
import { getOriginalState } from './get-original-state';
import { listReplicatedFiles } from './list-replicated-files';
import { listReplicatedProjects } from './list-replicated-projects';
import { listReplicationEvents } from './list-replication-events';
import { reportStatus } from './report-status';

export const originOperations = [
  downloadOriginalFile,
  getOriginalMetadata,
  getOriginalFile,
  getOriginalState,
  listReplicatedFiles,
  listReplicatedProjects,
  listReplicationEvents,
  reportStatus,
];
