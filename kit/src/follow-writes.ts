/** Writes to collections as they happen, for what is remembered of them: of this process, and of the other replicas of its service. */
import type { Connection } from 'mongoose';
import type { EventBus } from './events';
import { createHerald } from './herald';
import type { Logger } from './logging';
import { watchWrites } from './mongo';

type Listeners = Map<string, (() => void)[]>;

const listenersOf = new WeakMap<Connection, Listeners>();

/** Calls for each write to one of the collections: of this process before its writer learns of it, of another replica a moment later. */
export function followWrites(connection: Connection, collections: readonly string[], onWrite: () => void): void {
  let listeners = listenersOf.get(connection);
  if (!listeners) {
    listenersOf.set(connection, (listeners = new Map()));
    watchWrites(connection, (collection) => tell(connection, collection));
  }
  for (const collection of collections) listeners.set(collection, [...(listeners.get(collection) ?? []), onWrite]);
}

/** Tells the other replicas what this process writes to, as far as anything is remembered of it, and hears what they do. */
export function shareWrites(connection: Connection, bus: EventBus, log: Logger): void {
  const share = createHerald<string>({
    ...{ bus, log },
    subject: `written.${connection.name}`,
    hear: (collection) => tell(connection, collection),
  });
  watchWrites(connection, (collection) => {
    if (listenersOf.get(connection)?.has(collection)) share(collection);
  });
}

function tell(connection: Connection, collection: string): void {
  listenersOf
    .get(connection)
    ?.get(collection)
    ?.forEach((onWrite) => onWrite());
}
