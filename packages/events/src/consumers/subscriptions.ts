/**
 * Subscriptions: durable consumers of NATS. The consumers of a service that read the same stream
 * share one, so that an event is delivered, verified and acknowledged once per service.
 *
 * The consumers of a subscription never change: a process acknowledges an event when all of them
 * have finished, so it must know all of them. Another set of consumers is another subscription,
 * with another name, which starts where the earlier ones are (`positions.ts`).
 */
import { createHash } from 'node:crypto';
import { streamOf } from '../streams';
import { ownerOf, type ConsumerProperties } from './consumer';

/** A durable consumer of NATS that delivers the events of one stream to consumers of a service. */
export interface Subscription<Consumer extends ConsumerProperties = ConsumerProperties> {
  /** `<subscriber>-<publisher>-<digest of the consumers>`. */
  name: string;
  /** Service that publishes the events. */
  owner: string;
  /** Name of the stream. */
  stream: string;
  /**
   * Event types that any of the consumers receives, without those that another pattern includes.
   */
  events: readonly string[];
  consumers: readonly Consumer[];
}

/** Groups the consumers of a service by the stream that they read. */
export function subscriptionsOf<Consumer extends ConsumerProperties>(
  service: string,
  consumers: readonly Consumer[],
): Subscription<Consumer>[] {
  const byOwner = new Map<string, Consumer[]>();
  for (const consumer of consumers) {
    const owner = ownerOf(consumer);
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), consumer]);
  }
  return [...byOwner].map(([owner, all]) => ({
    name: `${service}-${owner}-${digestOf(all)}`,
    owner,
    stream: streamOf(owner),
    events: widestPatterns(all.flatMap(({ events }) => events)),
    consumers: all,
  }));
}

/** Whether a pattern matches an event type, or all types that another pattern matches. */
export function matchesPattern(pattern: string, type: string): boolean {
  return pattern === type || (pattern.endsWith('>') && type.startsWith(pattern.slice(0, -1)));
}

/** Identifies what consumers receive. */
function digestOf(consumers: readonly ConsumerProperties[]): string {
  const declared = consumers.map(({ name, events, from }) => [name, from, ...[...events].sort()].join(' '));
  return createHash('sha256').update(declared.sort().join('\n')).digest('hex').slice(0, 8);
}

/** NATS refuses filters that overlap. */
function widestPatterns(patterns: readonly string[]): string[] {
  const distinct = [...new Set(patterns)];
  return distinct
    .filter((pattern) => !distinct.some((other) => other !== pattern && matchesPattern(other, pattern)))
    .sort();
}
