import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { NodeRole } from '#config';
import type { NodeDocument } from '#nodes';
import type { FileDocument } from '#replication/files';
import type { PrimaryLink } from '#clients';
import type { ReplicationStateStore } from '#replication';
import type { RegistryDocument } from '#replication/registry';

/** Dependencies of the RPCs for the gateway. */
export interface InternalReplicasDeps {
  role: NodeRole;
  settings: Settings<ApplicationSettings>;
  nodes: EntityStore<NodeDocument>;
  /** Encrypts the secrets of nodes. */
  box: SecretBox;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
  link: PrimaryLink;
  replicationState: ReplicationStateStore;
  /** Whether changes of the primary are unknown, by the key `behind`. */
  behindCache: QueryCache<boolean>;
}
