import type { EntityStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { IntegrationDocument } from '#integrations/settings';

/** Dependencies of the RPCs for other services about integrations. */
export interface InternalIntegrationsDeps {
  integrations: EntityStore<IntegrationDocument>;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
}
