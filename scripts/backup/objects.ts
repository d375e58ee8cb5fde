// Backup of the objects (large files, and others that are stored with them) in the folder of the
// engine `local` and in the bucket of `s3`, each as a file of its own. Those of the engine `gridfs`
// are part of the databases.
//
// The objects are copied after the databases: an object is stored before a document refers to it.

import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '../lib/fail.ts';
import { objectStore } from '../lib/libraries.ts';
import { refersToObjects } from './databases.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { Log } from '../lib/log.ts';
import type { ObjectStore } from '@forgemesh/objects';
import type { mongo as Mongo } from 'mongoose';

const OBJECTS = 'objects';
const objectPath = /^[a-z][a-z0-9-]*\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;

/** Kinds that secondary nodes have: large files, and the packs of repositories. */
export const replicatedKinds: readonly string[] = ['lfs', 'packs'];

/** Where the objects of a mesh are, apart from its databases. */
export interface ObjectsLocation {
  /** Folder of the engine `local`; it need not exist. */
  folder: string;
  /** Bucket of the engine `s3`; undefined if the environment names none. */
  bucket?: ObjectStore;
  /** Whether objects are written to the bucket, rather than migrated from it. */
  isBucketCurrent: boolean;
}

/**
 * Locates the objects by the variables of the services.
 * @throws {PlainError} if the variables are invalid
 */
export function locateObjects(folder: string, environment: NodeJS.ProcessEnv, log: Log): ObjectsLocation {
  const { createS3Store, readObjectConfig, readObjectVariables } = objectStore();
  try {
    const { engine, s3 } = readObjectConfig(readObjectVariables(environment), dirname(folder));
    const errors = { error: (fields: object, text: string) => log.print(`${text}: ${JSON.stringify(fields)}`) };
    const bucket = s3 && createS3Store({ ...s3, log: errors });
    return { folder, bucket, isBucketCurrent: engine === 's3' };
  } catch (error) {
    throw new PlainError(`The object store cannot be used. ${(error as Error).message}`);
  }
}

/**
 * Backs up the objects of the folder and of the bucket. Those from which a migration moves come
 * first, so that no object that moves in between is missed.
 * @param leftOut kinds that are not copied
 * @returns number of objects
 */
export async function backUpObjects(
  place: ObjectsLocation,
  backup: Backup,
  log: Log,
  leftOut: readonly string[] = [],
): Promise<number> {
  const copied = new Set<string>();
  const copy = async (key: string, open: () => Promise<AsyncIterable<Uint8Array> | undefined>) => {
    if (leftOut.includes(key.slice(0, key.indexOf('/')))) return;
    log.progress(`${copied.size} objects`);
    // A migration may have copied it to the other engine.
    const content = copied.has(key) ? undefined : await open();
    // The object may have been removed since it was listed.
    if (!content) return;
    await backup.write(`${OBJECTS}/${key}`, content);
    copied.add(key);
  };
  const fromFolder = async () => {
    for (const key of keysBelow(place.folder)) await copy(key, async () => openFile(join(place.folder, key)));
  };
  const fromBucket = async () => {
    if (!place.bucket) return;
    for await (const { key } of place.bucket.list(''))
      await copy(key, async () => (await place.bucket?.get(key))?.content);
  };
  for (const step of place.isBucketCurrent ? [fromFolder, fromBucket] : [fromBucket, fromFolder]) await step();
  return copied.size;
}

/** Keys of the objects of one kind (`packs/`) in the folder and in the bucket. */
export async function* listKeys({ folder, bucket }: ObjectsLocation, prefix: string): AsyncGenerator<string> {
  for (const key of keysBelow(folder, prefix.slice(0, -1))) yield key;
  if (bucket) for await (const { key } of bucket.list(prefix)) yield key;
}

function openFile(path: string) {
  return existsSync(path) ? createReadStream(path) : undefined;
}

function* keysBelow(folder: string, below = ''): Generator<string> {
  if (!existsSync(join(folder, below))) return;
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* keysBelow(folder, key);
    else if (objectPath.test(key)) yield key;
  }
}

/** Restores the objects into the bucket if it is the current engine, otherwise into the folder. */
export async function restoreObjects(place: ObjectsLocation, backup: OpenedBackup, log: Log) {
  const files = backup.files(OBJECTS);
  for (const [at, { path }] of files.entries()) {
    log.progress(`${at} of ${files.length} objects`);
    const key = path.slice(`${OBJECTS}/`.length);
    if (!objectPath.test(key)) throw new PlainError(`The backup names ${path}, which is not an object.`);
    if (place.bucket && place.isBucketCurrent) await restoreToBucket(place.bucket, key, () => backup.read(path));
    else await restoreToFolder(join(place.folder, key), backup.read(path));
  }
}

async function restoreToFolder(target: string, content: NodeJS.ReadableStream) {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline([content, createWriteStream(target, { mode: 0o400, flags: 'wx', flush: true })]);
}

async function restoreToBucket(bucket: ObjectStore, key: string, open: () => AsyncIterable<Uint8Array>) {
  // The backup knows only the sizes of its files, which are encrypted.
  let size = 0;
  for await (const chunk of open()) size += chunk.length;
  await bucket.put(key, open(), { sha256: key.slice(key.lastIndexOf('/') + 1), size });
}

/**
 * Whether a mesh has files in the object store that its backup lacks, although none was removed
 * meanwhile.
 * @param databases those of its services
 * @param count number of objects in the backup apart from the databases
 */
export async function lacksObjects(databases: readonly Mongo.Db[], count: number): Promise<boolean> {
  if (count > 0) return false;
  for (const database of databases) {
    const exists = async (name: string) =>
      (await database.collection(name).findOne({}, { projection: { _id: 1 } })) !== null;
    if (await exists('objects.files')) continue;
    if ((await exists('lfs_links')) || (await refersToObjects(database))) return true;
  }
  return false;
}
