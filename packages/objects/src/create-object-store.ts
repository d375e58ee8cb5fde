import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import type { ObjectEngine } from './engines';
import { createGridfsStore } from './gridfs-store';
import { createLocalStore } from './local';
import { createObjectMetrics, measureStore } from './measure-store';
import { createMigratingStore } from './migration';
import type { ObjectStore } from './object-store';
import { createS3Store, type S3Options } from './s3';

/** Options of a store; each engine uses those that it needs. */
export interface ObjectStoreOptions {
  engine: ObjectEngine;
  /** Engine with objects of before, which are read there until they are migrated. */
  from?: ObjectEngine | undefined;
  /** Folder of the objects, for `local`. */
  folder: string;
  /** Bytes that stay free on the disk of the folder, for `local`. */
  minFreeBytes: number;
  /** Database of the objects, for `gridfs`. */
  connection: Connection;
  /** Bucket of the objects, for `s3`. */
  s3?: S3Options | undefined;
  /** Registry for the metrics. */
  registry: Registry;
}

/** The stores of a service. */
export interface ObjectStores {
  /** The store to use: it writes to the new engine, and reads from both. */
  objects: ObjectStore;
  /** The new engine, and the one with objects of before; absent without a migration. */
  migration?: { to: ObjectStore; from: ObjectStore };
}

/** Creates the store that the configuration names. */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  return createObjectStores(options).objects;
}

/** Creates the store that the configuration names, and those of a migration. */
export function createObjectStores(options: ObjectStoreOptions): ObjectStores {
  const metrics = createObjectMetrics(options.registry);
  const create = (engine: ObjectEngine): ObjectStore => measureStore(createEngine(engine, options), engine, metrics);
  const to = create(options.engine);
  if (!options.from) return { objects: to };
  const from = create(options.from);
  return { objects: createMigratingStore(to, from), migration: { to, from } };
}

function createEngine(engine: ObjectEngine, options: ObjectStoreOptions): ObjectStore {
  if (engine === 'local') return createLocalStore(options);
  if (engine === 'gridfs') return createGridfsStore(options.connection);
  if (!options.s3) throw new Error('the engine s3 needs a bucket');
  return createS3Store(options.s3);
}
