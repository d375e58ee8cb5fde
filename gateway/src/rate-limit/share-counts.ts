/**
 * Publishes the counts of this gateway to its other replicas, at most once per second.
 *
 * So a request needs no lookup elsewhere, and a subject exceeds its limit by at most the requests
 * that the other replicas let through within the last second. Nothing is stored: a replica that
 * starts only has the counts that it receives from then on.
 */
import { randomUUID } from 'node:crypto';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import type { CountedRequests, RequestCounts } from './request-counts';

const SUBJECT = 'request_counts';
const INTERVAL_MS = 1_000;
/** A few hundred kilobytes, well below the maximum message size of NATS. */
const MAX_COUNTS_PER_MESSAGE = 5_000;

interface Message {
  from: string;
  counted: CountedRequests[];
}

/** Starts to publish and receive counts; returns a function that stops publishing. */
export function shareCounts(counts: RequestCounts, bus: EventBus, log: Logger): () => void {
  const self = randomUUID();
  let isSubscribed = false;
  bus.onConnected(async (connection) => {
    if (isSubscribed) return;
    isSubscribed = true;
    for await (const message of connection.subscribe(SUBJECT)) {
      const { from, counted } = message.json<Message>();
      if (from === self) continue;
      const now = Date.now();
      for (const each of counted) counts.addRemote(each, now);
    }
  });
  const publish = (): void => {
    const all = counts.takeUnpublished();
    const connection = bus.connection();
    if (!connection) return;
    for (let at = 0; at < all.length; at += MAX_COUNTS_PER_MESSAGE) {
      const message: Message = { from: self, counted: all.slice(at, at + MAX_COUNTS_PER_MESSAGE) };
      connection.publish(SUBJECT, JSON.stringify(message));
    }
  };
  const timer = setInterval(() => {
    try {
      publish();
    } catch (error) {
      log.warn({ err: error }, 'request counts not published to other gateways');
    }
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
