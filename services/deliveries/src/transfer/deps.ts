import type { EntityStore, Sequences } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { IntegrationDocument } from '#integrations/settings';
import type { MailQueueDeps } from '#mail';
import type { DeliveryDocument, DeliveryRunner } from '#webhooks/deliveries';
import type { HookDocument } from '#webhooks/hooks';
import type { TransferDocument } from './transfer.model';

/** Transfers what earlier releases stored in other services. */
export interface TransferRunner {
  /**
   * Transfers webhooks and integrations at the first start, and waits until a process of this
   * release serves them. Later, it transfers what is there, and waits for some seconds only.
   */
  prepare(): Promise<void>;
  /** Whether there may be something to transfer. */
  isDue(): boolean;
  /** Transfers what is there now. Idempotent. */
  run(): Promise<void>;
  /** Removes a webhook or integration that an earlier release has removed. */
  remove(kind: 'hook' | 'integration', id: number, actor: number | null): Promise<void>;
}

/** Dependencies of the consumers and schedules of the transfer. */
export interface TransferDeps {
  transfer: TransferRunner;
}

/** Dependencies of the steps of the transfer. */
export interface TransferStepDeps extends MailQueueDeps {
  clients: Pick<Clients, 'hookTransfer' | 'mailTransfer'>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
  /** Queue and log of hook deliveries. */
  deliveries: Model<DeliveryDocument>;
  deliverer: DeliveryRunner;
  nextDeliveryId: () => Promise<number>;
  /** Encrypts hook tokens and URLs. */
  hookBox: SecretBox;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  sequences: Pick<Sequences, 'raise'>;
  /** The progress of the transfer. */
  transfers: Model<TransferDocument>;
  log: Logger;
}
