import type { EventBus } from '@forgemesh/events';

/** Dependencies of event consumers. */
export interface EventConsumersDeps {
  bus: EventBus;
  /** Names of all services. */
  services: string[];
}
