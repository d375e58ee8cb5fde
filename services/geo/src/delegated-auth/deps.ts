import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Clients } from '#clients';
import type { NodeRole } from '#config';
import type { NodeDocument } from '#nodes';

/** Dependencies of the authentication of users for secondaries. */
export interface DelegatedAuthDeps {
  role: NodeRole;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  nodes: EntityStore<NodeDocument>;
  /** Encrypts the secrets of nodes. */
  box: SecretBox;
}
