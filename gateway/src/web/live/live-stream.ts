/**
 * One connection of a page: sends the topics that changed, after it has checked for each that the
 * caller may still read it. It ends when the token does.
 */
import { errorCatalogue, isForgeError } from '@forgemesh/errors';
import { REPORTER } from '@forgemesh/access';

import type { Logger } from '@forgemesh/telemetry';
import type { Identity } from '../../auth/authenticate';
import { commonHeaders } from '../../response/send';
import type { HttpExchange } from '../../server/exchange';
import type { ReadCheck } from '../../upstream/read-check';
import type { ChangeFeed } from './change-feed';
import { groupTopicOf, readPathOf, type Change } from './topics';

/** Several changes within this time are one message. */
const COLLECT_MS = 300;
const HEARTBEAT_MS = 25_000;
/** Bytes that a client may be behind before it is disconnected. */
const MAX_UNSENT_BYTES = 64 * 1024;
/** The longest time that a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Dependencies of a stream. */
export interface LiveStreamOptions {
  exchange: HttpExchange;
  topics: readonly string[];
  /** Id of the caller. */
  userId: number;
  feed: ChangeFeed;
  check: ReadCheck;
  /** When the token expires, in milliseconds since 1970. */
  endsAt: number;
  log: Logger;
}

/** Starts to send; returns a function that ends the stream. */
export function openLiveStream(options: LiveStreamOptions): () => void {
  const { exchange, topics, userId, feed, check, endsAt, log } = options;
  const { response } = exchange;
  const collected = new Map<string, { isConfidential: boolean; timer: NodeJS.Timeout }>();
  const groupLists = topics.filter((topic) => groupTopicOf(topic) !== undefined);
  /** Full paths of the groups, by the topics of their lists. */
  const groupPaths = new Map<string, string>();
  const ended = new AbortController();

  const end = (): void => void response.end();
  const write = (text: string): void => {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
  };
  /** Returns the caller; ends the stream if the token is no longer accepted. */
  const identify = async (): Promise<Identity> => {
    try {
      return await check.identify(exchange);
    } catch (error) {
      if (isForgeError(error) && errorCatalogue[error.reason].http < 500) end();
      throw error;
    }
  };
  /** Runs a check. A refusal or failure sends nothing. */
  const run = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (ended.signal.aborted || isForgeError(error)) return;
      log.warn({ err: error, request_id: exchange.id }, 'change not checked');
    });
  };
  const read = async (identity: Identity, topic: string): ReturnType<ReadCheck['read']> => {
    const one = new AbortController();
    const abort = (): void => one.abort();
    ended.signal.addEventListener('abort', abort, { once: true });
    try {
      return await check.read({ exchange, identity, path: readPathOf(topic), signal: one.signal });
    } finally {
      ended.signal.removeEventListener('abort', abort);
    }
  };
  /** Finds the groups whose lists the page shows. A list that the caller may not read has none. */
  const locate = async (): Promise<void> => {
    const identity = await identify();
    const find = async (topic: string): Promise<void> => {
      const group = await read(identity, topic);
      if (group) groupPaths.set(topic, group.full_path);
    };
    await Promise.all(groupLists.map((topic) => find(topic).catch(ignoreRefusal)));
  };
  /** `source` is the list in which the change is; the rights of both lists count. */
  const deliver = async (topic: string, source: string, isConfidential: boolean): Promise<void> => {
    const identity = await identify();
    const owner = await read(identity, source);
    if (isConfidential && (owner?.level ?? 0) < REPORTER) return;
    if (source !== topic) await read(identity, topic);
    write(`event: change\ndata: ${JSON.stringify({ topic })}\n\n`);
  };
  const collectOne = (topic: string, source: string, isConfidential: boolean): void => {
    const key = `${topic} ${source}`;
    const waiting = collected.get(key);
    if (waiting) {
      waiting.isConfidential &&= isConfidential;
      return;
    }
    const timer = setTimeout(() => {
      const change = collected.get(key);
      collected.delete(key);
      run(deliver(topic, source, change?.isConfidential ?? true));
    }, COLLECT_MS);
    collected.set(key, { isConfidential, timer });
  };
  const collect = ({ topic, isConfidential, userId: concerned = userId, below }: Change): void => {
    if (concerned !== userId) return;
    if (!below) return collectOne(topic, topic, isConfidential);
    for (const [list, path] of groupPaths)
      if (groupTopicOf(list) === topic && below.path.startsWith(`${path}/`))
        collectOne(list, below.topic, isConfidential);
  };

  const stopListening = feed.listen(
    [...topics, ...new Set(groupLists.flatMap((topic) => groupTopicOf(topic) ?? []))],
    collect,
  );
  const heartbeat = setInterval(() => {
    write(':\n\n');
    run(identify());
  }, HEARTBEAT_MS);
  const expiry = setTimeout(end, Math.min(Math.max(endsAt - Date.now(), 0), MAX_TIMER_MS));
  response.once('close', () => {
    ended.abort();
    stopListening();
    clearInterval(heartbeat);
    clearTimeout(expiry);
    for (const { timer } of collected.values()) clearTimeout(timer);
  });
  response.writeHead(200, {
    ...commonHeaders(exchange),
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // Proxies would collect the messages.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  Promise.all([feed.ready(), locate()]).then(() => write('event: ready\ndata: {}\n\n'), end);
  return end;
}

/** Ignores a refusal. */
function ignoreRefusal(error: unknown): void {
  if (!isForgeError(error)) throw error;
}
