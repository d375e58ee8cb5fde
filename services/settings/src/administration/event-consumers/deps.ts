import type { EventBus } from '@forgemesh/events';
import type { DeadLetterClient } from '#clients';
import type { Logger } from '@forgemesh/telemetry';

/** Dependencies of event consumers. */
export interface EventConsumersDeps {
  bus: EventBus;
  /** Names of all services. */
  services: string[];
  /** Clients for the dead letters and deferred events of services, by their names. */
  deadLetters: Map<string, DeadLetterClient>;
}

/** Dependencies of the check of NATS servers. */
export interface NatsSyncDeps {
  /** URLs of the monitoring ports of the servers. */
  natsMonitors: readonly string[];
  log: Logger;
}
