/**
 * The positions of consumers in a stream. A subscription keeps in the metadata of NATS at which
 * event each of its consumers starts; it starts at the first of them.
 */
import type { ConsumerInfo } from '@nats-io/jetstream';
import type { ConsumerProperties } from './consumer';
import { matchesPattern } from './subscriptions';

/** Key of the metadata of a durable consumer that holds the positions, as JSON. */
const METADATA_KEY = 'forgemesh_consumers';

/** Where a consumer starts. */
interface Start {
  /** Sequence in the stream of the first event that it receives. */
  sequence: number;
  /** The event types that it receives. */
  events: readonly string[];
}

/** Sequence in the stream of the first event of each consumer, by its name. */
export type Positions = Readonly<Record<string, number>>;

/**
 * Returns the metadata of a subscription; a consumer without a position starts at the first event.
 */
export function metadataOf(
  consumers: readonly Pick<ConsumerProperties, 'name' | 'events'>[],
  positions: Positions,
): Record<string, string> {
  const starts = consumers.map(({ name, events }): [string, Start] => [
    name,
    { sequence: positions[name] ?? 1, events },
  ]);
  return { [METADATA_KEY]: JSON.stringify(Object.fromEntries(starts)) };
}

/**
 * Returns metadata for a stream that is created from a backup: its consumers receive all events of
 * it. Undefined for a durable consumer of a release before subscriptions.
 */
export function restoredMetadata(durable: ConsumerInfo): Record<string, string> | undefined {
  if (!isSubscription(durable)) return undefined;
  const consumers = Object.entries(startsIn(durable)).map(([name, { events }]) => ({ name, events }));
  return metadataOf(consumers, {});
}

/** Returns the names of the consumers that a durable consumer serves. */
export function consumersIn(durable: ConsumerInfo): string[] {
  return Object.keys(startsIn(durable));
}

/** Returns the event types that a durable consumer delivers. */
export function eventTypesIn({ config }: ConsumerInfo): string[] {
  return config.filter_subjects ?? (config.filter_subject ? [config.filter_subject] : []);
}

/**
 * Returns where the consumers of a new subscription start: after the events that were handled in
 * other ones, those of the consumer that they continue, or as they declare.
 */
export function newPositions(
  consumers: readonly ConsumerProperties[],
  existing: readonly ConsumerInfo[],
  lastSequence: number,
): Positions {
  const startOf = ({ name, continues, from }: ConsumerProperties): number =>
    nextIn(existing, name) ??
    (continues === undefined ? undefined : nextIn(existing, continues)) ??
    (from === 'all' ? 1 : lastSequence + 1);
  return Object.fromEntries(consumers.map((consumer) => [consumer.name, startOf(consumer)]));
}

/**
 * Returns where the consumers of an existing subscription are. It may not have been used for some
 * time, while processes of another release handled events with another one.
 */
export function currentPositions(
  consumers: readonly ConsumerProperties[],
  own: ConsumerInfo,
  existing: readonly ConsumerInfo[],
): Positions {
  const positionOf = ({ name, events }: ConsumerProperties): number => {
    const start = startsIn(own)[name]?.sequence ?? 1;
    const others = existing.filter((durable) => durable.name !== own.name && delivers(durable, name, events));
    return Math.max(start, nextIn(others, name) ?? start);
  };
  return Object.fromEntries(consumers.map((consumer) => [consumer.name, positionOf(consumer)]));
}

/**
 * Returns the durable consumers whose work no other one does: without those that only processes of
 * another release used. Those that are used now come before newer ones.
 */
export function currentDurables<Durable extends ConsumerInfo>(durables: readonly Durable[]): Durable[] {
  return durables.filter((one) => !durables.some((other) => replaces(other, one)));
}

function replaces(other: ConsumerInfo, one: ConsumerInfo): boolean {
  if (other === one || isUsed(one)) return false;
  if (!isUsed(other) && other.created <= one.created) return false;
  return isSubscription(one) ? metricNameOf(other) === metricNameOf(one) : one.name in startsIn(other);
}

/** Whether a process waits for events of a durable consumer. */
function isUsed({ num_waiting: requests }: ConsumerInfo): boolean {
  return requests > 0;
}

function isSubscription({ config }: ConsumerInfo): boolean {
  return config.metadata?.[METADATA_KEY] !== undefined;
}

/**
 * Returns the name of a durable consumer in metrics: without the digest, so that it stays when the
 * consumers of a subscription change.
 */
export function metricNameOf(durable: ConsumerInfo): string {
  return isSubscription(durable) ? durable.name.slice(0, durable.name.lastIndexOf('-')) : durable.name;
}

/**
 * Returns the sequence after the events that a consumer has handled in durable consumers; undefined
 * if it is in none. All events up to an acknowledged position are handled, so the furthest counts.
 */
function nextIn(durables: readonly ConsumerInfo[], name: string): number | undefined {
  const positions = durables.flatMap((durable) => {
    const start = startsIn(durable)[name];
    return start ? [Math.max(start.sequence, durable.ack_floor.stream_seq + 1)] : [];
  });
  return positions.length === 0 ? undefined : Math.max(...positions);
}

/** Whether a durable consumer delivers all of these events to a consumer. */
function delivers(durable: ConsumerInfo, name: string, events: readonly string[]): boolean {
  const delivered = startsIn(durable)[name]?.events ?? [];
  return events.every((type) => delivered.some((pattern) => matchesPattern(pattern, type)));
}

/**
 * Returns where the consumers of a durable consumer started. Releases before subscriptions had one
 * for each consumer, with its name.
 */
function startsIn(durable: ConsumerInfo): Readonly<Record<string, Start>> {
  const stored = durable.config.metadata?.[METADATA_KEY];
  if (stored !== undefined) return JSON.parse(stored) as Record<string, Start>;
  return { [durable.name]: { sequence: 1, events: eventTypesIn(durable) } };
}
