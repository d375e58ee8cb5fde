/** Events on NATS: publishing, consumers, dead letters, watched settings. */
export {
  type AnyConsumer,
  type EventConsumer,
  type Subscription,
  type BatchHandler,
  type SingleHandler,
} from './consumers';
export { createDeadLetters } from './dead-letters';
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
export { measurePending, startConsumer } from './start-consumer';
export { createSettingsAnnouncer, watchSettings, type Settings, type SettingsAnnouncer } from './settings';
export { enforceStreams, ensureStream, streamOf } from './streams';
