import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';

/** Dependencies of event consumers. */
export interface EventConsumersDeps {
  bus: EventBus;
  /** Names of all services. */
  services: string[];
  /** URLs of the monitoring ports of the NATS servers. */
  natsMonitors: readonly string[];
  log: Logger;
}
