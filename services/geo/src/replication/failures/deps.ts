import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { NodeRole } from '#config';
import type { FileDocument } from '#replication/files';
import type { RegistryDocument } from '#replication/registry';

/** Dependencies of sync failures. */
export interface FailuresDeps {
  log: Logger;
  role: NodeRole;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
}
