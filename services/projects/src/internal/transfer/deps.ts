import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Leases } from '@forgemesh/jobs';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { FormerDelivery, FormerHook, FormerIntegration } from '#migrations/former-hooks';

/** Dependencies of the transfer of stored webhooks to the deliveries service. */
export interface TransferDeps {
  formerHooks: EntityStore<FormerHook>;
  formerIntegrations: EntityStore<FormerIntegration>;
  formerDeliveries: Model<FormerDelivery>;
  /** Encrypts tokens and URLs of webhooks. */
  hookBox: SecretBox;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Leases of the webhooks whose deliveries are being sent. */
  leases: Leases;
  /** Sequences of ids. */
  formerSequences: Pick<Sequences, 'names' | 'next'>;
}
