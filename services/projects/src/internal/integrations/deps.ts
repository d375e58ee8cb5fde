import type { EntityStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { Clients } from '#clients';
import type { IntegrationDocument } from '#hooks/integrations';
import type { Authorization } from '#projects/authorization';
import type { ProjectReader } from '#projects/lists';

/** Dependencies of the RPCs for other services about integrations. */
export interface InternalIntegrationsDeps {
  clients: Pick<Clients, 'branches'>;
  integrations: EntityStore<IntegrationDocument>;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Cached reads of projects. */
  projectReader: ProjectReader;
}
