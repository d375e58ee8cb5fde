/**
 * Notifications of writes to collections, for the caches that hold data of these collections.
 *
 * A listener is called for each write of this process before the writer receives the result, and
 * for each write of another replica of the service before that replica responds to its caller.
 */
import type { Connection } from 'mongoose';
import { CacheInvalidation } from '@forgemesh/cache';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import { watchWrites } from '../mongo';
import type { ObservedWrite } from './observed-write';

/** Maximum age of a cache entry, in milliseconds. */
export const MAX_CACHE_AGE_MS = 1_000;

interface Watched {
  listeners: Map<string, (() => void)[]>;
  /** Listeners for writes of this process alone. */
  ownListeners: Map<string, ((write: ObservedWrite) => void)[]>;
  /** Notifications of the other replicas; absent if the connection is not replicated. */
  replicas?: CacheInvalidation<string>;
}

const watchedConnections = new WeakMap<Connection, Watched>();

/** Calls `listener` for each write to one of the collections. */
export function onWrite(connection: Connection, collections: readonly string[], listener: () => void): void {
  add(watchedOf(connection).listeners, collections, listener);
}

/** Calls `listener` for each write of this process to one of the collections. */
export function onOwnWrite(
  connection: Connection,
  collections: readonly string[],
  listener: (write: ObservedWrite) => void,
): void {
  add(watchedOf(connection).ownListeners, collections, listener);
}

function add<Listener>(listeners: Map<string, Listener[]>, collections: readonly string[], listener: Listener): void {
  for (const collection of collections) listeners.set(collection, [...(listeners.get(collection) ?? []), listener]);
}

/** Whether notifications of all writes reach this process in time, so that reads may be cached. */
export function mayCacheReads(connection: Connection): boolean {
  return watchedConnections.get(connection)?.replicas?.mayCache() ?? true;
}

/** Notifications of the writes of a process to the other replicas of its service. */
export interface ReplicatedWrites {
  /** Resolves when no replica can still use a cache entry from before the writes made until now. */
  acknowledged(): Promise<void>;
  close(): void;
}

/**
 * Starts to notify the other replicas of a service of writes to cached collections, and to receive
 * their notifications.
 */
export function replicateWrites(connection: Connection, bus: EventBus, log: Logger): ReplicatedWrites {
  const watched = watchedOf(connection);
  const replicas = new CacheInvalidation<string>({
    bus,
    log,
    topic: `writes_${connection.name}`,
    maxAgeMs: MAX_CACHE_AGE_MS,
    onInvalidate: (collection) => notify(watched, collection),
  });
  watched.replicas = replicas;
  const unacknowledged = new Set<Promise<void>>();
  watchWrites(connection, ({ collection }) => {
    if (!watched.listeners.has(collection)) return;
    const invalidated = replicas.invalidate(collection);
    unacknowledged.add(invalidated);
    void invalidated.then(() => unacknowledged.delete(invalidated));
  });
  return {
    acknowledged: async () => void (await Promise.all(unacknowledged)),
    close: () => replicas.close(),
  };
}

function watchedOf(connection: Connection): Watched {
  const existing = watchedConnections.get(connection);
  if (existing) return existing;
  const watched: Watched = { listeners: new Map(), ownListeners: new Map() };
  watchedConnections.set(connection, watched);
  watchWrites(connection, (write) => {
    notify(watched, write.collection);
    watched.ownListeners.get(write.collection)?.forEach((listener) => listener(write));
  });
  return watched;
}

function notify({ listeners }: Watched, collection: string): void {
  listeners.get(collection)?.forEach((listener) => listener());
}
