import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { DeliveryDocument } from '#webhooks/deliveries';
import type { HookDocument } from '#webhooks/hooks';

/** Dependencies of system hooks. */
export interface SystemHooksDeps {
  settings: Settings<ApplicationSettings>;
  hooks: EntityStore<HookDocument>;
  /** Queue and log of hook deliveries. */
  deliveries: Model<DeliveryDocument>;
  nextDeliveryId: () => Promise<number>;
  /** Makes the waiting deliveries of a hook or integration due. */
  resumeDeliveries: (hook: { _id: number }) => Promise<void>;
  /** Encrypts hook tokens and URLs. */
  hookBox: SecretBox;
}
