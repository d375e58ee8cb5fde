/**
 * Tells the other replicas of the gateway what this one counted, once in a second and only where
 * there is something to tell.
 *
 * So a request costs no look-up anywhere, and a subject passes its limit by at most what the other
 * replicas let through within the last second. Nothing is stored: a replica that starts counts from
 * what it receives after that.
 */
import { randomUUID } from 'node:crypto';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import type { CountedRequests, RequestCounts } from './request-counts';

const SUBJECT = 'request_counts';
const INTERVAL_MS = 1_000;
/** Some hundred kilobytes, well below what NATS takes at once. */
const MAX_COUNTS_PER_MESSAGE = 5_000;

interface Message {
  from: string;
  counted: CountedRequests[];
}

/** Starts to tell and to listen; returns how to stop. */
export function shareCounts(counts: RequestCounts, bus: EventBus, log: Logger): () => void {
  const self = randomUUID();
  let listens = false;
  bus.onConnected(async (connection) => {
    if (listens) return;
    listens = true;
    for await (const message of connection.subscribe(SUBJECT)) {
      const { from, counted } = message.json<Message>();
      if (from === self) continue;
      const now = Date.now();
      for (const each of counted) counts.hear(each, now);
    }
  });
  const tell = (): void => {
    const all = counts.takeUntold();
    const connection = bus.connection();
    if (!connection) return;
    for (let at = 0; at < all.length; at += MAX_COUNTS_PER_MESSAGE) {
      const message: Message = { from: self, counted: all.slice(at, at + MAX_COUNTS_PER_MESSAGE) };
      connection.publish(SUBJECT, JSON.stringify(message));
    }
  };
  const timer = setInterval(() => {
    try {
      tell();
    } catch (error) {
      log.warn({ err: error }, 'other gateways were not told of requests');
    }
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
