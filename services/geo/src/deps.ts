/** Dependencies of the geo service; `compose.ts` creates them. */
import type { EntityStore, FileStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { AuthenticateForNodeResponse } from '@forgemesh/proto/geo/v1/delegated_auth';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type { AuthorizeResponse } from '@forgemesh/proto/projects/v1/access';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { PrimaryResponseCache } from './delegated-auth/primary-response-cache';
import type { Clients } from './clients/clients';
import type { NodeRole } from './config';
import type { LogEvent } from './replication/events/event.model';
import type { FileDocument } from './replication/files/file.model';
import type { ReplicationStateStore } from './replication/replication-state.model';
import type { PrimaryLink } from './replication/primary/primary-link';
import type { PrimaryClient } from './replication/primary/primary-client';
import type { NodeDocument } from './nodes/node.model';
import type { Site } from './nodes/site';
import type { RegistryDocument } from './replication/registry/registry.model';

/** Dependencies of operations, consumers and schedules. */
export interface Geo {
  log: Logger;
  role: NodeRole;
  site: Site;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  nodes: EntityStore<NodeDocument>;
  /** Whether the instance has secondaries, by the key `secondaries`. */
  secondaryCache: QueryCache<boolean>;
  /** Encrypts the secrets of nodes. */
  box: SecretBox;
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
  /** Computes the status report of this node. */
  ownReport: () => Promise<NodeReport>;
  repositorySyncs: SyncRunner;
  fileSyncs: SyncRunner;
  /** Interval at which a replica is verified again. */
  verifyIntervalMs: number;
  /** Cached results of authentication, on a secondary. */
  identities: PrimaryResponseCache<AuthenticateForNodeResponse>;
  /** Cached permissions, on a secondary. */
  rights: PrimaryResponseCache<AuthorizeResponse>;
}

/** Syncs replicas that are due, several concurrently. */
export interface SyncRunner {
  /** Starts syncs that are due while there is capacity. */
  startDue(deps: Geo): Promise<void>;
  /** Starts no more syncs and waits for the running ones. */
  close(): Promise<void>;
}
