import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { NodeRole } from '#config';
import type { NodeDocument } from './node.model';
import type { Site } from './site';

/** Dependencies of nodes. */
export interface NodesDeps {
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
}
