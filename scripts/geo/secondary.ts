// The secondary on this machine: where its parts are, and how far it has replicated.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startStorage } from '../datastores/index.ts';
import { PlainError } from '../lib/fail.ts';
import { tryLock } from '../lib/lock.ts';
import { readInstanceFile } from '../mesh/index.ts';
import type { NodeRecord } from './backup-contents.ts';
import type { Log } from '../lib/log.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';
import type { mongo as Mongo } from 'mongoose';

/** Where the parts of a secondary are. */
export interface SecondaryLocation {
  mongodbUri: string;
  databasePrefix: string;
  /** Folders that contain all storages, one for each process that serves the repositories. */
  repositories: string[];
  /** Folder of the objects of the engine `local`. */
  objects: string;
  isRunning: boolean;
}

/** State of the replica of a repository. */
export interface ReplicaRecord {
  state: string;
  verified: boolean;
  verification_failure: string | null;
  last_successful_sync_at: Date | null;
}

/** The replicas of a project. */
export interface RegistryRecord {
  _id: number;
  repository: ReplicaRecord;
  wiki: ReplicaRecord;
  lfs?: ReplicaRecord;
}

interface StateRecord {
  key_id?: string | null;
  cursor_event_id?: number;
  last_event_id?: number;
  last_event_at?: Date | null;
  caught_up_at?: Date | null;
  walked_id?: number | null;
  is_started?: boolean;
  is_behind?: boolean;
}

/** How far a secondary has replicated. */
export interface SecondaryState {
  /** Key id of its credentials, by which the primary knows its node. */
  keyId: string | undefined;
  cursorEventId: number;
  lastEventId: number;
  lastEventAt: Date | null;
  caughtUpAt: Date | null;
  hasBackfilled: boolean;
  /** Whether replication was paused, and changes since then are unknown. */
  isPaused: boolean;
  nodes: NodeRecord[];
  /** By project. */
  registry: Map<number, RegistryRecord>;
}

/**
 * Locates a secondary by its data folder. If it is stopped, it is locked, and its database is
 * started.
 * @throws {PlainError}
 */
export async function locateSecondary(
  { dataDir, databasePrefix = 'forgemesh' }: { dataDir: string; databasePrefix?: string },
  log: Log,
  shutdown: ShutdownHooks,
): Promise<SecondaryLocation> {
  const parts = { repositories: repositoriesIn(dataDir), objects: join(dataDir, 'objects') };
  if (parts.repositories.length === 0)
    throw new PlainError(`There is no secondary in ${dataDir}: name its data folder with --secondary.`);
  const taken = tryLock(join(dataDir, 'mesh.lock'));
  if ('release' in taken) {
    shutdown.add(undefined, taken.release);
    const storage = await startStorage({ dataDir, log });
    shutdown.add('Stopping the storage engine of the secondary', storage.stop);
    return { mongodbUri: storage.uri, databasePrefix, ...parts, isRunning: false };
  }
  const instance = readInstanceFile(dataDir);
  if (!instance) throw new PlainError(`The secondary in ${dataDir} is starting or stopping: try again shortly.`);
  return { mongodbUri: instance.storageUri, databasePrefix: instance.databasePrefix, ...parts, isRunning: true };
}

/** The first process has the name of the service, the others have it with a number. */
function repositoriesIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const processes = readdirSync(dataDir).filter((name) => /^repository(-\d+)?$/.test(name));
  return processes.map((name) => join(dataDir, name, 'repositories')).filter((folder) => existsSync(folder));
}

/**
 * Reads the state of a secondary.
 * @param database of its geo service
 * @throws {PlainError} if it has never replicated
 */
export async function readSecondary(database: Mongo.Db): Promise<SecondaryState> {
  const state = await database.collection<StateRecord>('geo_following').findOne({});
  if (!state?.is_started) throw new PlainError('The secondary has never replicated: there is nothing to promote.');
  const nodes = await database.collection<NodeRecord>('geo_nodes').find().toArray();
  const registry = new Map<number, RegistryRecord>();
  for await (const record of database.collection<RegistryRecord>('geo_registry').find())
    registry.set(record._id, record);
  return {
    keyId: state.key_id ?? undefined,
    cursorEventId: state.cursor_event_id ?? 0,
    lastEventId: state.last_event_id ?? 0,
    lastEventAt: state.last_event_at ?? null,
    caughtUpAt: state.caught_up_at ?? null,
    hasBackfilled: (state.walked_id ?? null) === null,
    isPaused: state.is_behind ?? false,
    nodes,
    registry,
  };
}
