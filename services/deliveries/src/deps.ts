/**
 * Dependencies of the deliveries service: those of all its areas. `compose.ts` creates them; each
 * area receives its own.
 */
import type { AccessCaches } from '@forgemesh/cache';
import type { Clients } from './clients/clients';
import type { OnHookTriggerDeps } from './consumers/on-hook-trigger';
import type { IntegrationSenderDeps } from './integrations/senders/deps';
import type { IntegrationsDeps } from './integrations/settings/deps';
import type { InternalIntegrationsDeps } from './internal/integrations/deps';
import type { MailDeps } from './mail/deps';
import type { TransferDeps, TransferStepDeps } from './transfer/deps';
import type { UploadsDeps } from './uploads/deps';
import type { HookDeliveriesDeps } from './webhooks/deliveries/deps';
import type { HooksDeps } from './webhooks/hooks/deps';
import type { PayloadsDeps } from './webhooks/payloads/deps';
import type { SystemHooksDeps } from './webhooks/system-hooks/deps';
import type { TriggersDeps } from './webhooks/triggers/deps';

/** Dependencies of the operations, consumers and schedules. */
export interface Deliveries
  extends
    HookDeliveriesDeps,
    HooksDeps,
    IntegrationSenderDeps,
    IntegrationsDeps,
    InternalIntegrationsDeps,
    MailDeps,
    OnHookTriggerDeps,
    PayloadsDeps,
    SystemHooksDeps,
    TransferDeps,
    TransferStepDeps,
    TriggersDeps,
    UploadsDeps {
  clients: Clients;
  accessCaches: AccessCaches;
}
