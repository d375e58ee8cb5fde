// Finds the repositories whose folders need not be copied, because the database and the objects
// have everything that is in them (docs/repositories.md).

import { createHash } from 'node:crypto';
import { listKeys, type ObjectsLocation } from './objects.ts';
import type { mongo as Mongo } from 'mongoose';

const PACKS = 'packs/';

/** A pack that a document names; a small one is part of it. */
interface Pack {
  sha256: string;
  content?: unknown;
}

interface Checkpoint {
  _id: string;
  project_id: number;
  kind: 'project' | 'wiki';
  seq: number;
  packs: Pack[];
  /** Digest of the list of refs; empty for none. */
  refs: string;
}

interface Entry {
  project_id: number;
  kind: string;
  seq: number;
  packs?: Pack[];
}

/**
 * Only packs count that this backup contains: those in the database, the folder, or the bucket that
 * is named.
 * @param database of the repository service
 * @returns names of folders
 */
export async function findKeptRepositories(database: Mongo.Db, objects: ObjectsLocation): Promise<Set<string>> {
  const kept = new Set<string>();
  const checkpoints = database.collection<Checkpoint>('repository_checkpoints');
  if ((await checkpoints.findOne({}, { projection: { _id: 1 } })) === null) return kept;
  const stored = await listPacks(database, objects);
  const has = ({ sha256, content }: Pack): boolean => content !== undefined || stored.has(sha256);
  const entries = database.collection<Entry>('ref_log');
  for await (const { project_id, kind, seq, packs, refs } of checkpoints.find()) {
    const later = { project_id, kind, seq: { $gt: seq }, refused: { $exists: false } };
    const logged = await entries.find(later, { projection: { packs: 1 } }).toArray();
    const isComplete = logged.every((entry) => entry.packs?.every(has) ?? false);
    if (isComplete && packs.every(has) && (refs === '' || stored.has(refs))) kept.add(nameOf(project_id, kind));
  }
  return kept;
}

/** @returns digests */
async function listPacks(database: Mongo.Db, objects: ObjectsLocation): Promise<Set<string>> {
  const digests = new Set<string>();
  const add = (key: string) => digests.add(key.slice(key.lastIndexOf('/') + 1));
  const files = database.collection<{ filename: string }>('objects.files');
  for await (const { filename } of files.find({ filename: { $regex: `^${PACKS}` } }, { projection: { filename: 1 } }))
    add(filename);
  for await (const key of listKeys(objects, PACKS)) add(key);
  return digests;
}

/** The name that the repository service derives from the id of a project. */
function nameOf(projectId: number, kind: string): string {
  const hash = createHash('sha256').update(String(projectId)).digest('hex');
  return `${hash}${kind === 'wiki' ? '.wiki' : ''}.git`;
}
