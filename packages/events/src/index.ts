/** Events on NATS: publishing, consumers, dead letters, watched settings. */
export type { AnyConsumer, BatchHandler, ConsumerProperties, EventConsumer, SingleHandler } from './consumers/consumer';
export { createDeadLetters } from './consumers/dead-letters';
export { createDeferredEvents, type DeferredEvents } from './consumers/deferred-events';
export { consumersIn, currentDurables, eventTypesIn, metricNameOf, restoredMetadata } from './consumers/positions';
export { type RunningConsumers, startConsumers } from './consumers/start-consumers';
export type { SubscriptionRuntime } from './consumers/running-subscription';
export { type Subscription, subscriptionsOf } from './consumers/subscriptions';
export { configuredServers, serverOptions } from './event-connection';
export { createEventReaders, type EventReader, type EventReaders } from './event-reader';
export { createEventSigner, type EventSigner, readSignedSince, SIGNATURE_HEADER } from './event-signatures';
export {
  type EventChanges,
  type EventEntity,
  type EventEnvelope,
  type EventType,
  type EventTypeOf,
  type ForgeEvent,
  typesOf,
} from './event-types';
export {
  createEventBus,
  createEventConnections,
  type EventBus,
  type EventConnections,
  openEventConnection,
} from './events';
export { createSettingsAnnouncer, watchSettings, type Settings, type SettingsAnnouncer } from './settings';
export { enforceStreams, ensureStream, streamOf } from './streams';
