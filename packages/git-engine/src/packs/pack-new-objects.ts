import { open, rm, writeFile } from 'node:fs/promises';
import { GitError, isGitError } from '../errors';
import type { RawObject } from '../objects/cat-file';
import { checkObjectId } from '../objects/object-id';
import { refStore } from '../refs/ref-store';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { collectNewObjects } from './collect-new-objects';
import { encodePack } from './encode-pack';
import { writePack } from './write-pack';

/**
 * Refs whose objects are left out. With more refs, a pack may contain objects that other packs have
 * too.
 */
const MAX_EXCLUDED = 1_000;
/** Position of the number of objects in a pack. */
const COUNT_AT = 8;

export interface PackNewObjectsInput {
  repo: string;
  /** Ids of the objects that refs will point at. */
  tips: string[];
  /** Ids whose objects are left out, in addition to those of the refs. */
  exclude: string[];
  /** Absolute path of the pack; it is created. */
  file: string;
}

/**
 * Writes the objects that refs will make reachable into a pack without an index. Returns their
 * number; there is no file for 0. Errors: `object_not_found` if an object is missing.
 */
export async function packNewObjects(context: GitContext, input: PackNewObjectsInput): Promise<{ count: number }> {
  const { repo, tips, exclude, file } = input;
  [...tips, ...exclude].forEach(checkObjectId);
  const repository = context.repository(repo);
  const refs = refStore(repository).list('refs').slice(0, MAX_EXCLUDED);
  const known = new Set([...exclude, ...refs.map(({ id }) => id)]);
  const objects = await collectSmall(repository, tips, known);
  if (objects) return writeObjects(objects, file);
  try {
    await writeNew(context, input, known);
  } catch (error) {
    if (!isGitError(error, 'object_not_found')) throw error;
    // The object of another ref may be missing, which is no reason to refuse this change.
    await writeNew(context, input, new Set(exclude));
  }
  const count = await countOf(file);
  if (count === 0) await rm(file);
  return { count };
}

/** The objects of a small change; null if git has to find them, or to tell what is missing. */
async function collectSmall(
  repository: Repository,
  tips: readonly string[],
  known: ReadonlySet<string>,
): Promise<RawObject[] | null> {
  try {
    return await collectNewObjects(repository, tips, (id) => known.has(id));
  } catch (error) {
    if (isGitError(error)) return null;
    throw error;
  }
}

async function writeObjects(objects: readonly RawObject[], file: string): Promise<{ count: number }> {
  if (objects.length > 0) await writeFile(file, encodePack(objects), { flag: 'wx' });
  return { count: objects.length };
}

async function writeNew(
  { settings }: GitContext,
  { repo, tips, file }: PackNewObjectsInput,
  excluded: ReadonlySet<string>,
): Promise<void> {
  const lines = [...tips, ...[...excluded].map((id) => `^${id}`)];
  const problem = await writePack(settings, { repo, args: ['--revs'], lines, file });
  if (problem !== null) throw new GitError('object_not_found', problem);
}

async function countOf(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, COUNT_AT);
    return buffer.readUInt32BE(0);
  } finally {
    await handle.close();
  }
}
