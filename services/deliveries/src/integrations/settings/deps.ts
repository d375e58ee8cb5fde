import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { CodeDeps } from '#access';
import type { Clients, Display } from '#clients';
import type { HookDocument } from '#webhooks/hooks';
import type { IntegrationDocument } from './integration.model';

/** Dependencies of the rules about branches. */
export interface BranchRuleDeps extends CodeDeps {
  clients: Pick<Clients, 'access' | 'branches'>;
  /** Projects with their default branches. */
  display: Display;
}

/** Dependencies for finding the integrations of projects. */
export interface IntegrationCacheDeps {
  integrations: EntityStore<IntegrationDocument>;
  /** Integrations by project id. */
  integrationCache: QueryCache<readonly IntegrationDocument[], number>;
}

/** Dependencies of integrations. */
export interface IntegrationsDeps {
  settings: Settings<ApplicationSettings>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
  /** Makes the waiting deliveries of a hook or integration due. */
  resumeDeliveries: (hook: { _id: number }) => Promise<void>;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
}
