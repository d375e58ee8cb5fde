/**
 * Acknowledged cache invalidation between processes, over core NATS.
 *
 * A process that caches joins a topic as a member. A process that changes the cached data calls
 * `invalidate`, which resolves when every member has dropped the keys. If a member does not
 * acknowledge, `invalidate` waits until its entries have expired (`maxAgeMs`). So if a change is
 * acknowledged after `invalidate` resolves, every later request sees it.
 *
 * Members send heartbeats, so that publishers know which members to wait for. A member may use its
 * cache only while its own heartbeats come back to it, because then every publisher receives them.
 * A publisher that has not yet received a full round of heartbeats, has no connection, or does not
 * receive its own heartbeats any more, waits until all entries have expired.
 */
// The global `performance` is a getter, which is slow for something that each read asks.
import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';

const DEFAULT_HEARTBEAT_MS = 1_000;
/** A member stops using its cache if its last heartbeat came back longer ago than this. */
const ECHO_TIMEOUT_MS = 2_500;
/**
 * Publishers remove a member after this time: later than the member itself stops using its cache.
 */
const MEMBER_TIMEOUT_MS = 4_000;
const DEFAULT_SETTLE_MS = 1_500;

/** Configuration of a topic in one process. */
export interface CacheInvalidationOptions<Key> {
  bus: EventBus;
  /** Name of the topic; a NATS subject token. */
  topic: string;
  /** Age in milliseconds at which all entries of all members have expired. */
  maxAgeMs: number;
  log: Logger;
  /** Drops the entries of a key; absent in a process that only publishes. */
  onInvalidate?: (key: Key) => void;
  /** Interval of heartbeats in milliseconds. */
  heartbeatMs?: number;
  /**
   * After a (re)connection, a member does not cache, and a publisher assumes unknown members, for
   * this many milliseconds: longer than the interval of the heartbeats.
   */
  settleMs?: number;
}

interface Invalidation<Key> {
  from: string;
  batch: number;
  keys: Key[];
}

interface Heartbeat {
  id: string;
  /** The member leaves the topic and no longer caches. */
  leaves?: true;
}

interface Batch<Key> {
  keys: Set<Key>;
  done: Promise<void>;
}

/** Membership of one process in a topic. */
export class CacheInvalidation<Key> {
  private readonly id = randomUUID();
  private readonly subject: string;
  private readonly membersSubject: string;
  private readonly acksSubject: string;
  /** Time of the last heartbeat of each other member, by its id. */
  private readonly members = new Map<string, number>();
  /** Members that have not acknowledged, by batch. */
  private readonly awaited = new Map<number, { missing: Set<string>; done: () => void }>();
  private next: Batch<Key> | undefined;
  private batches = 0;
  private isSubscribed = false;
  private isClosed = false;
  /** The connection on which the process has received heartbeats since `subscribedSince`. */
  private subscribedConnection: NatsConnection | undefined;
  private subscribedSince = -Infinity;
  /** When the first heartbeat since the last interruption came back, and when the newest did. */
  private echoedSince = -Infinity;
  private lastEcho = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private readonly settleMs: number;

  constructor(private readonly options: CacheInvalidationOptions<Key>) {
    this.settleMs = options.settleMs ?? DEFAULT_SETTLE_MS;
    this.subject = `cache.${options.topic}`;
    this.membersSubject = `cache_members.${options.topic}`;
    this.acksSubject = `cache_acks.${this.id}`;
    options.bus.onConnected((connection) => this.join(connection));
  }

  /** Whether this process may use its cache: publishers wait for it. */
  mayCache(): boolean {
    const now = performance.now();
    return (
      !this.isClosed && this.isConnected() && this.receivesOwnHeartbeats(now) && now - this.echoedSince >= this.settleMs
    );
  }

  /**
   * Makes every other member drop a key, and resolves when none of them can still use an older
   * entry. Never rejects. The caller drops the entries of its own process.
   */
  invalidate(key: Key): Promise<void> {
    if (!this.next) {
      const keys = new Set<Key>();
      // One message for all keys of one turn of the event loop.
      const done = new Promise<void>((resolve) => setImmediate(() => this.publish(keys, resolve)));
      this.next = { keys, done };
    }
    this.next.keys.add(key);
    return this.next.done;
  }

  /** Leaves the topic, so that publishers no longer wait for this process. */
  close(): void {
    this.isClosed = true;
    clearInterval(this.timer);
    if (this.options.onInvalidate) this.send({ id: this.id, leaves: true });
    for (const batch of [...this.awaited.keys()]) this.finish(batch);
  }

  private isConnected(): boolean {
    return this.subscribedConnection !== undefined && this.options.bus.connection() === this.subscribedConnection;
  }

  /**
   * Whether messages arrive, as far as a member can tell by its own heartbeats: on a connection
   * that was lost without notice, the other members only seem to have left.
   */
  private receivesOwnHeartbeats(now: number): boolean {
    return now - this.lastEcho < ECHO_TIMEOUT_MS;
  }

  private publish(keys: Set<Key>, done: () => void): void {
    this.next = undefined;
    const connection = this.options.bus.connection();
    const now = performance.now();
    for (const [id, lastHeartbeat] of this.members)
      if (now - lastHeartbeat > MEMBER_TIMEOUT_MS) this.members.delete(id);
    const isMember = this.options.onInvalidate !== undefined;
    const hasHeartbeats = !isMember || this.receivesOwnHeartbeats(now);
    const hasAllMembers = this.isConnected() && now - this.subscribedSince >= this.settleMs && hasHeartbeats;
    if (hasAllMembers && isMember && this.members.size === 0) done();
    const batch = ++this.batches;
    const message: Invalidation<Key> = { from: this.id, batch, keys: [...keys] };
    // A process that only publishes has no heartbeats: a round trip shows that none have been
    // missed.
    const needsRoundTrip = hasAllMembers && !isMember && this.members.size === 0;
    if (!hasAllMembers || needsRoundTrip || this.members.size > 0) {
      const timer = setTimeout(() => this.finish(batch), this.options.maxAgeMs);
      const finished = (): void => {
        clearTimeout(timer);
        done();
      };
      // If members may be unknown, only the timeout or the round trip ends the wait.
      const areKnown = hasAllMembers && !needsRoundTrip;
      const missing = new Set(areKnown ? this.members.keys() : [...this.members.keys(), 'unknown']);
      this.awaited.set(batch, { missing, done: finished });
    }
    try {
      connection?.publish(this.subject, JSON.stringify(message), { reply: this.acksSubject });
      if (needsRoundTrip) {
        connection?.flush().then(
          () => this.finish(batch),
          // The timeout ends the wait.
          () => undefined,
        );
      }
    } catch (error) {
      this.options.log.warn({ err: error, topic: this.options.topic }, 'cache invalidation not published');
    }
  }

  private finish(batch: number): void {
    this.awaited.get(batch)?.done();
    this.awaited.delete(batch);
  }

  private async join(connection: NatsConnection): Promise<void> {
    this.subscribedConnection = undefined;
    // Subscriptions survive reconnections; the timeouts cover messages that were missed in between.
    if (!this.isSubscribed) {
      this.isSubscribed = true;
      this.subscribe(connection);
    }
    await connection.flush();
    this.subscribedConnection = connection;
    this.subscribedSince = performance.now();
    if (this.options.onInvalidate && !this.isClosed) this.send({ id: this.id });
  }

  private subscribe(connection: NatsConnection): void {
    const { onInvalidate, topic, log } = this.options;
    const on = (subject: string, handle: (message: Msg) => void): void => {
      connection.subscribe(subject, {
        callback: (error, message) => {
          try {
            if (!error) handle(message);
          } catch (thrown) {
            log.warn({ err: thrown, topic, subject }, 'invalid message on a cache topic');
          }
        },
      });
    };
    on(this.acksSubject, (message) => this.onAcknowledged(...message.json<[number, string]>()));
    on(this.membersSubject, (message) => this.onHeartbeat(message.json<Heartbeat>()));
    if (!onInvalidate) return;
    on(this.subject, (message) => {
      const { from, batch, keys } = message.json<Invalidation<Key>>();
      if (from === this.id) return;
      keys.forEach(onInvalidate);
      message.respond(JSON.stringify([batch, this.id]));
    });
    const { heartbeatMs = DEFAULT_HEARTBEAT_MS } = this.options;
    this.timer = setInterval(() => this.send({ id: this.id }), heartbeatMs).unref();
  }

  private send(heartbeat: Heartbeat): void {
    try {
      this.options.bus.connection()?.publish(this.membersSubject, JSON.stringify(heartbeat));
    } catch (error) {
      this.options.log.warn({ err: error, topic: this.options.topic }, 'cache heartbeat not sent');
    }
  }

  private onHeartbeat({ id, leaves }: Heartbeat): void {
    const now = performance.now();
    if (id !== this.id) {
      if (leaves) this.removeMember(id);
      else this.members.set(id, now);
      return;
    }
    if (now - this.lastEcho >= ECHO_TIMEOUT_MS) this.echoedSince = now;
    this.lastEcho = now;
  }

  private removeMember(id: string): void {
    this.members.delete(id);
    for (const batch of [...this.awaited.keys()]) this.onAcknowledged(batch, id);
  }

  private onAcknowledged(batch: number, id: string): void {
    const waiting = this.awaited.get(batch);
    if (!waiting) return;
    waiting.missing.delete(id);
    if (waiting.missing.size === 0) this.finish(batch);
  }
}
