import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients/clients';
import type { NodeRole } from '#config';
import type { NodeDocument } from '#nodes/node.model';
import type { LogEvent } from './events/event.model';
import type { FileDocument } from './files/file.model';
import type { PrimaryClient } from './primary/primary-client';
import type { PrimaryLink } from '#clients/primary-link';
import type { RegistryDocument } from './registry/registry.model';
import type { ReplicationStateStore } from './replication-state.model';

/** Dependencies of replication. */
export interface ReplicationDeps {
  log: Logger;
  role: NodeRole;
  clients: Clients;
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
