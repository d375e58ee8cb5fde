import type { EntityStore } from '@forgemesh/data';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { NodeRole } from '#config';
import type { NodeDocument, Site } from '#nodes';

/** Dependencies of statuses of nodes. */
export interface StatusesDeps {
  log: Logger;
  role: NodeRole;
  site: Site;
  nodes: EntityStore<NodeDocument>;
  /** Encrypts the secrets of nodes. */
  box: SecretBox;
  /** Age at which the report of a node is outdated. */
  heartbeatTimeoutMs: number;
  /** Computes the status report of this node. */
  ownReport: () => Promise<NodeReport>;
}
