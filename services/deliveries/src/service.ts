/** The deliveries service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { createDeliveries } from './compose';
import { readDeliveriesConfig, type DeliveriesConfig } from './config';
import { consumers } from './consumers';
import { mailConsumers } from './consumers/on-mail-trigger';
import type { Deliveries } from './deps';
import { storedSecrets } from './stored-secrets';
import { integrationOperations } from './integrations/settings/operations';
import { internalOperations } from './internal';
import { mailSchedules } from './mail/mail-schedules';
import { runTransfer } from './transfer/run-transfer';
import { runUploads } from './uploads/run-uploads';
import { hookEventOperations } from './webhooks/deliveries/operations';
import { runDeliveries } from './webhooks/deliveries/queue/run-deliveries';
import { sweepDeliveries } from './webhooks/deliveries/queue/sweep-deliveries';
import { hookOperations } from './webhooks/hooks/operations';
import { systemHookOperations } from './webhooks/system-hooks/operations';

/** Everything that leaves the instance: webhooks, integrations, mail and uploads. */
export const deliveries = defineService<DeliveriesConfig, Deliveries>({
  name: 'deliveries',
  readConfig: readDeliveriesConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/deliveries.binpb'),
  create: createDeliveries,
  operations: () => [
    ...internalOperations,
    ...hookOperations,
    ...hookEventOperations,
    ...integrationOperations,
    ...systemHookOperations,
  ],
  consumers: (config) => [...consumers, ...(config.FORGE_SMTP_URL ? mailConsumers : [])],
  schedules: (config) => [
    runDeliveries,
    runTransfer,
    runUploads,
    sweepDeliveries,
    ...(config.FORGE_SMTP_URL ? mailSchedules(config) : []),
  ],
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  secrets: storedSecrets,
  prepare: ({ transfer }) => transfer.prepare(),
  close: async ({ accessCaches, deliverer, mailer, settings, uploader }) => {
    await Promise.all([deliverer, mailer, uploader].map((queue) => queue.close()));
    accessCaches.close();
    settings.close();
  },
});
