import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { Clients, Urls } from '#clients';
import type { HookDocument, HookEvent } from '#hooks/hooks';
import type { IntegrationDocument } from '#hooks/integrations';
import type { SamplePayload, SampleSource } from '#hooks/payloads';
import type { Authorization } from '#projects/authorization';
import type { ProjectReader } from '#projects/lists';
import type { DeliveryRunner } from './delivery-runner';
import type { DeliveryDocument } from './delivery.model';

/** Dependencies for sending a delivery immediately. */
export interface DirectDeliveryDeps {
  settings: Settings<ApplicationSettings>;
  /** Queue and log of hook deliveries. */
  deliveries: Model<DeliveryDocument>;
  nextDeliveryId: () => Promise<number>;
  /** Encrypts hook tokens and URLs. */
  hookBox: SecretBox;
}

/** Dependencies of hook deliveries. */
export interface HookDeliveriesDeps extends DirectDeliveryDeps {
  clients: Pick<Clients, 'branches'>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
  deliverer: DeliveryRunner;
  urls: Urls;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Cached reads of projects. */
  projectReader: ProjectReader;
  /** Builds a sample payload of an event of a project. */
  buildSample: (trigger: HookEvent, source: SampleSource) => Promise<SamplePayload>;
  /** Hooks by project id, for the events that may trigger them; those of the instance by 0. */
  hookCache: QueryCache<readonly HookDocument[], number>;
  /** Integrations by project id. */
  integrationCache: QueryCache<readonly IntegrationDocument[], number>;
}
