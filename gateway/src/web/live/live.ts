/**
 * `GET /-/events`: server-sent events that tell a page which of its topics changed. They contain no
 * data: the page reads it through the API.
 */
import type { Request, Router } from 'express';
import { ForgeError, InvalidParameterError } from '@forgemesh/errors';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import { noteCaller } from '../../auth/authenticate';
import type { ReadCheck } from '../../upstream/read-check';
import { createRouter, type WebResponse } from '../web-app';
import { createChangeFeed } from './change-feed';
import { openLiveStream } from './live-stream';
import { isTopic } from './topics';

const PATH = '/-/events';
const MAX_TOPICS = 20;
const MAX_STREAMS_PER_USER = 12;
const MAX_STREAMS = 5_000;
/** Seconds after which a refused page may try again. */
const RETRY_SECONDS = 60;

/** Dependencies of the streams. */
export interface LiveOptions {
  /** Absent without an event bus. */
  bus: EventBus | undefined;
  check: ReadCheck;
  rateLimiter: RateLimiter;
  log: Logger;
}

/** The streams of all pages. */
export interface Live {
  router: Router;
  /** Ends all streams, and refuses new ones. */
  close(): void;
}

/** Creates the route. */
export function createLive({ bus, check, rateLimiter, log }: LiveOptions): Live {
  const feed = bus && createChangeFeed(bus, log);
  const streams = new Map<number, Set<() => void>>();
  let count = 0;
  let isClosed = false;

  const router = createRouter();
  router.get(PATH, async (_request: Request, { locals: { exchange } }: WebResponse) => {
    exchange.label = 'live';
    const identity = await check.identify(exchange).catch((error: unknown) => {
      rateLimiter.takeRefused(exchange, error);
      throw error;
    });
    noteCaller(exchange, identity);
    rateLimiter.take(exchange, exchange.userId);
    const topics = topicsOf(exchange.query);
    if (!feed || isClosed) throw new ForgeError('unavailable', undefined, { retryAfter: RETRY_SECONDS });
    const user = identity.user?.id ?? 0;
    const own = streams.get(user) ?? new Set();
    if (own.size >= MAX_STREAMS_PER_USER || count >= MAX_STREAMS)
      throw new ForgeError('too_many_requests', undefined, { retryAfter: RETRY_SECONDS });
    const end = openLiveStream({
      exchange,
      topics,
      userId: user,
      feed,
      check,
      log,
      endsAt: identity.endsAt ?? Infinity,
    });
    streams.set(user, own.add(end));
    count++;
    exchange.response.once('close', () => {
      count--;
      own.delete(end);
      if (own.size === 0) streams.delete(user);
    });
  });

  return {
    router,
    close() {
      isClosed = true;
      for (const own of streams.values()) for (const end of own) end();
    },
  };
}

function topicsOf(query: string): string[] {
  const topics = [...new Set(new URLSearchParams(query).getAll('topic'))];
  if (topics.length === 0) throw new InvalidParameterError('topic is missing');
  if (topics.length > MAX_TOPICS || !topics.every(isTopic)) throw new InvalidParameterError('topic is invalid');
  return topics;
}
