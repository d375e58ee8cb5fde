/** Events on NATS: publishing, consuming, dead letters, watched settings. */
export {
  type AnyConsumer,
  type EventConsumer,
  type Following,
  measureWaiting,
  type SharedEffect,
  type SingleEffect,
  startConsumer,
} from './consumers';
export { createDeadLetters } from './dead-letters';
export { configuredServers, serverOptions } from './event-connection';
export {
  createEventSigner,
  createEventVerifier,
  type EventSigner,
  type EventVerifier,
  readSignedSince,
  SIGNATURE_HEADER,
} from './event-signatures';
export {
  type EventChanges,
  type EventEntity,
  type EventEnvelope,
  type EventType,
  type EventTypeOf,
  type ForgeEvent,
  typesOf,
} from './event-types';
export { createEventBus, ensureStream, type EventBus, streamOf } from './events';
export { createSettingsAnnouncer, followSettings, type Settings, type SettingsAnnouncer } from './settings';
