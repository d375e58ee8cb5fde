// Where the parts of a mesh are: in the data folder of `npm start`, whether it runs or not, or
// where the options say.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNats, startStorage } from '../engines/index.ts';
import { PlainError } from '../lib/fail.ts';
import { tryLock } from '../lib/lock.ts';
import { enginesFile, ensureKeys, gateway, services, takeDataFolder } from '../mesh/index.ts';
import type { SecretsPlace } from './secrets.ts';
import type { Log } from '../lib/log.ts';
import type { Stops } from '../lib/stops.ts';

export interface Place {
  mongodbUri: string;
  natsUrl: string;
  databasePrefix: string;
  /** Folder of all storages. */
  repositories: string;
  secrets: SecretsPlace | undefined;
}

export interface PlaceOptions {
  dataDir: string;
  /** Given for a mesh that is not in a data folder. */
  repositories?: string;
  secrets?: string;
  databasePrefix?: string;
}

/**
 * The mesh that is backed up. One that stands still gets its engines started for so long.
 * @throws {PlainError}
 */
export async function findPlace(options: PlaceOptions, log: Log, stops: Stops): Promise<Place> {
  if (options.repositories) return piecewise(options);
  const { dataDir } = options;
  if (!existsSync(join(dataDir, 'secret'))) {
    throw new PlainError(
      `There is no mesh in ${dataDir}: name its data folder with --data, or its parts (see --help).`,
    );
  }
  const taken = tryLock(join(dataDir, 'mesh.lock'));
  if ('release' in taken) {
    stops.add(undefined, taken.release);
    return startEngines(options, log, stops);
  }
  const file = join(dataDir, enginesFile);
  if (!existsSync(file)) {
    throw new PlainError(`The mesh in ${dataDir} is starting or stopping: try again in a moment.`);
  }
  const {
    storage_uri: mongodbUri,
    nats_url: natsUrl,
    database_prefix: databasePrefix,
  } = JSON.parse(readFileSync(file, 'utf8'));
  return { mongodbUri, natsUrl, databasePrefix, ...foldersOf(dataDir) };
}

/**
 * The place of a mesh that is to be.
 * @throws if the folder is in use or holds other things
 */
export async function makePlace(options: PlaceOptions, log: Log, stops: Stops): Promise<Place> {
  if (options.repositories) {
    return piecewise(options);
  }
  const { dataDir } = options;
  stops.add(undefined, takeDataFolder(dataDir));
  // With secrets of its own it needs all signing keys too: the restored events are signed with
  // them.
  if (existsSync(join(dataDir, 'secret'))) {
    ensureKeys(
      dataDir,
      [...services, gateway].map(({ name }) => name),
    );
  }
  return startEngines(options, log, stops);
}

/**
 * The folder in which a mesh that is to be has its secrets.
 * @returns undefined if they are not restored
 */
export function secretsFolder({ repositories, secrets, dataDir }: PlaceOptions): string | undefined {
  return repositories ? secrets : dataDir;
}

function piecewise({ repositories, secrets, databasePrefix = 'forgemesh' }: PlaceOptions): Place {
  const { MONGODB_URI: mongodbUri, NATS_URL: natsUrl } = process.env;
  if (!repositories || !mongodbUri || !natsUrl) {
    throw new PlainError('With --repositories, MONGODB_URI and NATS_URL must name the database and NATS.');
  }
  const of = secrets === undefined ? undefined : { folder: secrets, isDataFolder: false };
  return { mongodbUri, natsUrl, databasePrefix, repositories, secrets: of };
}

async function startEngines({ dataDir, databasePrefix = 'forgemesh' }: PlaceOptions, log: Log, stops: Stops) {
  const storage = await startStorage({ dataDir, log });
  stops.add('Stopping the storage engine', storage.stop);
  const nats = await startNats({ dataDir, log });
  stops.add('Stopping NATS', nats.stop);
  return { mongodbUri: storage.uri, natsUrl: nats.url, databasePrefix, ...foldersOf(dataDir) };
}

function foldersOf(dataDir: string) {
  return { repositories: join(dataDir, 'repository/repositories'), secrets: { folder: dataDir, isDataFolder: true } };
}
