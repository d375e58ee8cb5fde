import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import { createGridfsStore } from './gridfs-store';
import { createLocalStore } from './local-store';
import { measureStore } from './measure-store';
import type { ObjectStore } from './object-store';

/** Names of the engines. */
export const OBJECT_ENGINES = ['local', 'gridfs'] as const;

/** Name of an engine. */
export type ObjectEngine = (typeof OBJECT_ENGINES)[number];

/** Options of a store; each engine uses those that it needs. */
export interface ObjectStoreOptions {
  engine: ObjectEngine;
  /** Folder of the objects, for `local`. */
  folder: string;
  /** Bytes that stay free on the disk of the folder, for `local`. */
  minFreeBytes: number;
  /** Database of the objects, for `gridfs`. */
  connection: Connection;
  /** Registry for the metrics. */
  registry: Registry;
}

/** Creates the store that the configuration names. */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { engine, connection, registry } = options;
  const store = engine === 'local' ? createLocalStore(options) : createGridfsStore(connection);
  return measureStore(store, engine, registry);
}
