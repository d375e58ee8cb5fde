import { downloadOriginalFile } from './download-original-file';
import { downloadOriginalLfsObject } from './download-original-lfs-object';
import { downloadOriginalPack } from './download-original-pack';
import { getOriginalLog } from './get-original-log';
import { getOriginalMetadata } from './get-original-metadata';
import { getOriginalFile } from './get-original-file';
import { getOriginalState } from './get-original-state';
import { listOriginalLfsObjects } from './list-original-lfs-objects';
import { listReplicatedFiles } from './list-replicated-files';
import { listReplicatedProjects } from './list-replicated-projects';
import { listReplicationEvents } from './list-replication-events';
import { reportStatus } from './report-status';

export const originOperations = [
  downloadOriginalFile,
  downloadOriginalLfsObject,
  downloadOriginalPack,
  getOriginalLog,
  getOriginalMetadata,
  getOriginalFile,
  getOriginalState,
  listOriginalLfsObjects,
  listReplicatedFiles,
  listReplicatedProjects,
  listReplicationEvents,
  reportStatus,
];
