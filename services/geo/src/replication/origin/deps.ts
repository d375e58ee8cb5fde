import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { NodeRole } from '#config';
import type { NodeDocument, Site } from '#nodes';
import type { LogEvent } from '#replication/events';

/** Dependencies of the operations that the primary serves to secondaries. */
export interface OriginDeps {
  role: NodeRole;
  site: Site;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  nodes: EntityStore<NodeDocument>;
  /** Encrypts the secrets of nodes. */
  box: SecretBox;
  /** Replication log of the primary. */
  events: Model<LogEvent>;
  /** Computes the status report of this node. */
  ownReport: () => Promise<NodeReport>;
}
