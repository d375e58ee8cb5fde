import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';

/** Dependencies of event consumers. */
export interface EventConsumersDeps {
  bus: EventBus;
  /** Names of all services. */
  services: string[];
}

/** Dependencies of the check of NATS servers. */
export interface NatsSyncDeps {
  /** URLs of the monitoring ports of the servers. */
  natsMonitors: readonly string[];
  log: Logger;
}
