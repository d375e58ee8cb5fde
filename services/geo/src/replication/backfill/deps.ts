import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { NodeDocument, Site } from '#nodes';
import type { FileDocument } from '#replication/files';
import type { PrimaryClient } from '#replication/primary';
import type { RegistryDocument } from '#replication/registry';
import type { ReplicationStateStore } from '#replication';

/** Dependencies of the backfill. */
export interface BackfillDeps {
  clients: Clients;
  site: Site;
  nodes: EntityStore<NodeDocument>;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
  /** Contents of file replicas, by file key. */
  fileStore: FileStore;
  replicationState: ReplicationStateStore;
  primary: PrimaryClient;
}
