// Backup of the objects (large files) in the folder of the engine `local`, each as a file of its
// own. Those of the engine `gridfs` are part of the databases.
//
// The objects are copied after the databases: an object is stored before any document refers to it.

import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '../lib/fail.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { Log } from '../lib/log.ts';

const OBJECTS = 'objects';
const objectPath = /^[a-z][a-z0-9-]*\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;

/**
 * @param folder of the objects
 * @returns number of objects
 */
export async function backUpObjects(folder: string, backup: Backup, log: Log): Promise<number> {
  let count = 0;
  for (const key of keysBelow(folder)) {
    log.progress(`${count} objects`);
    // The object may have been removed since it was listed.
    if (!existsSync(join(folder, key))) continue;
    await backup.write(`${OBJECTS}/${key}`, createReadStream(join(folder, key)));
    count++;
  }
  return count;
}

function* keysBelow(folder: string, below = ''): Generator<string> {
  if (!existsSync(join(folder, below))) return;
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* keysBelow(folder, key);
    else if (objectPath.test(key)) yield key;
  }
}

/** @param folder of the objects */
export async function restoreObjects(folder: string, backup: OpenedBackup, log: Log) {
  const files = backup.files(OBJECTS);
  for (const [at, { path }] of files.entries()) {
    log.progress(`${at} of ${files.length} objects`);
    const key = path.slice(`${OBJECTS}/`.length);
    if (!objectPath.test(key)) throw new PlainError(`The backup names ${path}, which is not an object.`);
    mkdirSync(dirname(join(folder, key)), { recursive: true, mode: 0o700 });
    await pipeline([
      backup.read(path),
      createWriteStream(join(folder, key), { mode: 0o400, flags: 'wx', flush: true }),
    ]);
  }
}
