import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Clients, Urls } from '#clients';
import type { HookDocument } from '#hooks/hooks';
import type { Authorization } from '#projects/authorization';
import type { ProjectReader } from '#projects/lists';
import type { IntegrationDocument } from './integration.model';

/** Dependencies of the rules about branches. */
export interface BranchRuleDeps {
  clients: Pick<Clients, 'branches'>;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Cached reads of projects. */
  projectReader: ProjectReader;
}

/** Dependencies for sending the events of integrations. */
export interface IntegrationSenderDeps extends BranchRuleDeps {
  integrations: EntityStore<IntegrationDocument>;
  urls: Urls;
  /** Integrations by project id. */
  integrationCache: QueryCache<readonly IntegrationDocument[], number>;
}

/** Dependencies of integrations. */
export interface IntegrationsDeps extends IntegrationSenderDeps {
  settings: Settings<ApplicationSettings>;
  hooks: EntityStore<HookDocument>;
  /** Makes the waiting deliveries of a hook or integration due. */
  resumeDeliveries: (hook: { _id: number }) => Promise<void>;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
}
