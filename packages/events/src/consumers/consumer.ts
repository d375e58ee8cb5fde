/** Consumers of events: their declaration. Handlers must tolerate duplicates. */
import type { EventEnvelope, EventPattern, EventTypeOf, ForgeEvent } from '../event-types';

/**
 * A consumer of the events of a service, which may be its own; its handler receives the events that
 * the patterns match. The consumers of one service share the deliveries of a stream
 * (`subscriptions.ts`), but each fails, is retried and falls behind on its own.
 */
export type EventConsumer<Pattern extends EventPattern, Deps> = ConsumerProperties<Pattern> &
  EventHandler<ForgeEvent<EventTypeOf<Pattern>>, Deps>;

/** A consumer of events of any type, for code that runs all of them. */
export type AnyConsumer<Deps> = ConsumerProperties & EventHandler<EventEnvelope, Deps>;

/** Properties of every consumer. */
export interface ConsumerProperties<Pattern extends string = string> {
  /** `<subscriber>-<purpose>`. */
  name: string;
  /**
   * Event types of one service; a trailing `>` matches all types below. Of a type that is added
   * later, the consumer receives the events after its position.
   */
  events: readonly Pattern[];
  /**
   * Consumers with side effects start with new events, projections with all events in the stream.
   */
  from: 'new' | 'all';
  /**
   * Name of the consumer of another service that did this work in the release before. A new
   * consumer starts at the oldest event that the other one may not have handled. While processes of
   * both releases run, both may handle an event.
   */
  continues?: string;
}

type EventHandler<Event, Deps> = SingleHandler<Event, Deps> | BatchHandler<Event, Deps>;

/** Handles each event on its own. */
export interface SingleHandler<Event, Deps> {
  /**
   * Handles the event. May run again for the same event: key the effect by the event's id or
   * version.
   */
  handle(event: Event, deps: Deps): Promise<void>;
  /**
   * For handlers that remove data when an entity of another service was deleted: asks the owner
   * whether it is really deleted. An event (`*.deleted`) for which this is false removes nothing
   * and becomes a dead letter.
   */
  isDeleted?(event: Event, deps: Deps): Promise<boolean>;
}

/**
 * Handles several events together, if that costs less than each on its own, such as the events of
 * the thousands of refs that a push may change.
 */
export interface BatchHandler<Event, Deps> {
  /**
   * Handles pending events that one request caused, the oldest first. May run again for the same
   * events; if it throws, it is called for each of them alone.
   */
  handleAll(events: Event[], deps: Deps): Promise<void>;
  /**
   * Also combines events of several requests: for values that are recomputed, whatever happened,
   * and for effects that share their reads and writes.
   */
  acrossRequests?: boolean;
  /**
   * Maximum number of events of a call, for handlers to which several events may cost more than
   * one; 500 by default.
   */
  maxEvents?: number;
}

/** Handles one event alone. */
export async function handleSingly<Deps>(consumer: AnyConsumer<Deps>, event: EventEnvelope, deps: Deps): Promise<void> {
  if ('handleAll' in consumer) return consumer.handleAll([event], deps);
  if (consumer.isDeleted && event.type.endsWith('.deleted') && !(await consumer.isDeleted(event, deps)))
    throw new Error(`${event.type}: ${event.subject} still exists`);
  return consumer.handle(event, deps);
}

/** Name of the service that publishes the events of a consumer. */
export function ownerOf({ name, events }: ConsumerProperties): string {
  const owner = events[0]?.split('.')[0];
  if (owner === undefined) throw new Error(`the consumer ${name} has no events`);
  return owner;
}
