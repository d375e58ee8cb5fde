import { downloadOriginalFile } from './operations/download-original-file';
import { getOriginalMetadata } from './operations/get-original-metadata';
import { getOriginalFile } from './operations/get-original-file';
import { getOriginalState } from './operations/get-original-state';
import { listReplicatedFiles } from './operations/list-replicated-files';
import { listReplicatedProjects } from './operations/list-replicated-projects';
import { listReplicationEvents } from './operations/list-replication-events';
import { reportStatus } from './operations/report-status';

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
