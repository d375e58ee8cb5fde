// Locates the parts of a mesh: in the data folder of `npm start`, running or stopped, or as the
// options say.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startNats, startStorage } from '../datastores/index.ts';
import { PlainError } from '../lib/fail.ts';
import { tryLock } from '../lib/lock.ts';
import { ensureKeys, gateway, services, lockDataFolder, readInstanceFile } from '../mesh/index.ts';
import { locateObjects, type ObjectsLocation } from './objects.ts';
import type { SecretsLocation } from './secrets.ts';
import type { Log } from '../lib/log.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';

export interface MeshLocation {
  mongodbUri: string;
  natsUrl: string;
  databasePrefix: string;
  /** Folder that contains all storages. */
  repositories: string;
  objects: ObjectsLocation;
  secrets: SecretsLocation | undefined;
}

export interface LocationOptions {
  dataDir: string;
  /** Set for a mesh without a data folder. */
  repositories?: string;
  secrets?: string;
  databasePrefix?: string;
}

/**
 * Locates the mesh to back up. If it is stopped, its datastores are started for the duration of the
 * backup.
 * @throws {PlainError}
 */
export async function locateMesh(options: LocationOptions, log: Log, shutdown: ShutdownHooks): Promise<MeshLocation> {
  if (options.repositories) return locationFromOptions(options, log);
  const { dataDir } = options;
  if (!existsSync(join(dataDir, 'secret'))) {
    throw new PlainError(
      `There is no mesh in ${dataDir}: name its data folder with --data, or its parts (see --help).`,
    );
  }
  const taken = tryLock(join(dataDir, 'mesh.lock'));
  if ('release' in taken) {
    shutdown.add(undefined, taken.release);
    return startEngines(options, log, shutdown);
  }
  const instance = readInstanceFile(dataDir);
  if (!instance) throw new PlainError(`The mesh in ${dataDir} is starting or stopping: try again shortly.`);
  const { storageUri: mongodbUri, natsUrl, databasePrefix } = instance;
  return { mongodbUri, natsUrl, databasePrefix, ...partsOf(dataDir, log) };
}

/**
 * Prepares the location of a mesh that is about to be restored.
 * @throws if the folder is in use or contains other files
 */
export async function prepareTarget(
  options: LocationOptions,
  log: Log,
  shutdown: ShutdownHooks,
): Promise<MeshLocation> {
  if (options.repositories) {
    return locationFromOptions(options, log);
  }
  const { dataDir } = options;
  shutdown.add(undefined, lockDataFolder(dataDir));
  // A target with its own secrets needs all signing keys: the restored events are signed with them.
  if (existsSync(join(dataDir, 'secret'))) {
    ensureKeys(
      dataDir,
      [...services, gateway].map(({ name }) => name),
    );
  }
  return startEngines(options, log, shutdown);
}

/**
 * Folder for the secrets of a restored mesh.
 * @returns undefined if the secrets are not restored
 */
export function secretsFolder({ repositories, secrets, dataDir }: LocationOptions): string | undefined {
  return repositories ? secrets : dataDir;
}

function locationFromOptions(
  { repositories, secrets, databasePrefix = 'forgemesh' }: LocationOptions,
  log: Log,
): MeshLocation {
  const { MONGODB_URI: mongodbUri, NATS_URL: natsUrl } = process.env;
  if (!repositories || !mongodbUri || !natsUrl) {
    throw new PlainError('With --repositories, MONGODB_URI and NATS_URL must name the database and NATS.');
  }
  const of = secrets === undefined ? undefined : { folder: secrets, isDataFolder: false };
  // The default of the repository service: beside the repositories in its data folder.
  const objects = locateObjects(join(repositories, '../objects'), process.env, log);
  return { mongodbUri, natsUrl, databasePrefix, repositories, objects, secrets: of };
}

async function startEngines(
  { dataDir, databasePrefix = 'forgemesh' }: LocationOptions,
  log: Log,
  shutdown: ShutdownHooks,
) {
  const storage = await startStorage({ dataDir, log });
  shutdown.add('Stopping the storage engine', storage.stop);
  const nats = await startNats({ dataDir, log });
  shutdown.add('Stopping NATS', nats.stop);
  return { mongodbUri: storage.uri, natsUrl: nats.url, databasePrefix, ...partsOf(dataDir, log) };
}

function partsOf(dataDir: string, log: Log) {
  return {
    repositories: join(dataDir, 'repository/repositories'),
    objects: locateObjects(join(dataDir, 'objects'), process.env, log),
    secrets: { folder: dataDir, isDataFolder: true },
  };
}
