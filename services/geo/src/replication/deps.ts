import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients, PrimaryLink } from '#clients';
import type { NodeRole } from '#config';
import type { NodeDocument, Site } from '#nodes';
import type { LogEvent } from '#replication/events';
import type { FileDocument } from '#replication/files';
import type { PrimaryClient } from '#replication/primary';
import type { RegistryDocument } from '#replication/registry';
import type { ReplicationStateStore } from './replication-state.model';

/** Dependencies of replication. */
export interface ReplicationDeps {
  log: Logger;
  role: NodeRole;
  clients: Clients;
  site: Site;
  nodes: EntityStore<NodeDocument>;
  versions: { version: string; revision: string };
  /** Age at which the report of a node is outdated. */
  heartbeatTimeoutMs: number;
  /** Replication log of the primary. */
  events: Model<LogEvent>;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
  /** Contents of file replicas, by file key. */
  fileStore: FileStore;
  replicationState: ReplicationStateStore;
  link: PrimaryLink;
  primary: PrimaryClient;
  /** Interval at which a replica is verified again. */
  verifyIntervalMs: number;
}
