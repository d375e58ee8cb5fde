// Puts the replicas of a secondary into a restored instance. Objects of git and large files are
// linked where the file system allows it, because they never change; everything else is copied, so
// that the folder of the secondary stays as it is.

import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { LoggedRepository } from './backup-contents.ts';
import { APPLIED, replicaFolder } from './replica-folder.ts';
import { folderOf } from './repository-names.ts';
import type { Log } from '../lib/log.ts';
import type { mongo as Mongo } from 'mongoose';

/** Places in logs that the promoted instance does not have. */
const placesInLogs = ['replica-cursor', APPLIED];
/** Kind of the large files in the object store. */
const LARGE_FILES = 'lfs';

/** Where repositories are taken from and put. */
export interface TakeOver {
  /** Folders of all storages of the secondary, one for each process. */
  from: readonly string[];
  /** Folder of all storages of the restored instance. */
  to: string;
  /** Of the repository service of the restored instance. */
  database: Mongo.Db;
}

/**
 * Replaces repositories of a restored instance by their replicas. The logs of their refs end with
 * the backup and are closed: from here on, the folders have the refs.
 */
export async function takeRepositories(
  { from, to, database }: TakeOver,
  repositories: readonly LoggedRepository[],
  log: Log,
): Promise<void> {
  for (const [at, repository] of repositories.entries()) {
    log.progress(`${at} of ${repositories.length} repositories`);
    const target = folderOf(to, repository.storage, repository);
    const source = replicaFolder(from, repository);
    if (source === undefined) continue;
    rmSync(target, { recursive: true, force: true });
    copyFolder(source, target, (path) => path.startsWith('objects/'));
    await closeLog(database, repository);
  }
}

/**
 * Removes the log of a repository and its checkpoint, which may name packs that are elsewhere. The
 * highest number stays known, so that none is used twice.
 */
async function closeLog(database: Mongo.Db, { projectId, kind }: LoggedRepository): Promise<void> {
  const log = { project_id: projectId, kind };
  const id = `${projectId}:${kind}` as never;
  const entries = database.collection<{ seq: number }>('ref_log');
  const [newest] = await entries.find(log).sort({ seq: -1 }).limit(1).project({ seq: 1 }).toArray();
  if (newest) {
    const highest = { $max: { seq: newest['seq'] as number }, $setOnInsert: { project_id: projectId } };
    await database.collection('ref_checkpoints').updateOne({ _id: id }, highest, { upsert: true });
    await entries.deleteMany(log);
  }
  await database.collection('repository_checkpoints').deleteOne({ _id: id });
}

/**
 * Puts the large files of a secondary beside those of the restored instance.
 * @returns number of files that it did not have
 */
export function takeLargeFiles(from: string, to: string): number {
  const source = join(from, LARGE_FILES);
  let count = 0;
  for (const path of filesBelow(source)) {
    const target = join(to, LARGE_FILES, path);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    linkOrCopy(join(source, path), target);
    count++;
  }
  return count;
}

function copyFolder(from: string, to: string, mayLink: (path: string) => boolean) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source);
    const target = join(to, path);
    if (entry.isDirectory()) mkdirSync(target, { recursive: true });
    else if (entry.isFile() && !path.endsWith('.lock') && !placesInLogs.includes(path)) {
      mkdirSync(dirname(target), { recursive: true });
      if (mayLink(path)) linkOrCopy(source, target);
      else cpSync(source, target);
    }
  }
}

function* filesBelow(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name));
}

/** Two file systems share no files. */
function linkOrCopy(source: string, target: string) {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    cpSync(source, target);
  }
}
