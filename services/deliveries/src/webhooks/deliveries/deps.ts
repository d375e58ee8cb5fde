import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { IntegrationSenderDeps } from '#integrations/senders';
import type { IntegrationCacheDeps } from '#integrations/settings';
import type { HookDocument, HookEvent } from '#webhooks/hooks';
import type { SamplePayload, SampleSource } from '#webhooks/payloads';
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
export interface HookDeliveriesDeps extends DirectDeliveryDeps, IntegrationCacheDeps, IntegrationSenderDeps {
  hooks: EntityStore<HookDocument>;
  deliverer: DeliveryRunner;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Builds a sample payload of an event of a project. */
  buildSample: (trigger: HookEvent, source: SampleSource) => Promise<SamplePayload>;
  /** Hooks by project id, for the events that may trigger them; those of the instance by 0. */
  hookCache: QueryCache<readonly HookDocument[], number>;
}
