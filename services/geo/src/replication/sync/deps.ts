import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients, PrimaryLink } from '#clients';
import type { NodeDocument, Site } from '#nodes';
import type { FileDocument } from '#replication/files';
import type { PrimaryClient } from '#replication/primary';
import type { RegistryDocument } from '#replication/registry';

/** Dependencies of the sync of replicas. */
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
