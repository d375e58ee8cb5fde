import type { Clients } from '#clients/clients';
import type { IntegrationDocument } from '#hooks/integrations/integration.model';
import type { Authorization } from '#projects/authorization/authorization';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { EntityStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';

/** Dependencies of the RPCs for other services about integrations. */
export interface InternalIntegrationsDeps {
  clients: Pick<Clients, 'branches'>;
  integrations: EntityStore<IntegrationDocument>;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
