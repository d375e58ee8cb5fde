import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients/clients';
import type { NodeDocument } from '#nodes/node.model';
import type { Site } from '#nodes/site';
import type { FileDocument } from '#replication/files/file.model';
import type { PrimaryClient } from '#replication/primary/primary-client';
import type { PrimaryLink } from '#clients/primary-link';
import type { RegistryDocument } from '#replication/registry/registry.model';

/** Dependencies of sync. */
export interface SyncDeps {
  log: Logger;
  site: Site;
  clients: Clients;
  nodes: EntityStore<NodeDocument>;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
  /** Contents of file replicas, by file key. */
  fileStore: FileStore;
  link: PrimaryLink;
  primary: PrimaryClient;
  /** Interval at which a replica is verified again. */
  verifyIntervalMs: number;
}
