import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import { refStore } from '../refs/ref-store';
import { spawnGit } from '../worker/git-process';
import type { GitContext } from '../worker/context';

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
  const known = refStore(context.repository(repo)).list('refs').slice(0, MAX_EXCLUDED);
  const excluded = new Set([...exclude, ...known.map(({ id }) => id)]);
  const args = ['pack-objects', '--revs', '--stdout', '--delta-base-offset', '--quiet'];
  const child = spawnGit(context.settings, { repo, args });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(0, 4096)));
  child.stdin.on('error', () => undefined);
  child.stdin.end([...tips, ...[...excluded].map((id) => `^${id}`), ''].join('\n'));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  try {
    const [code] = await Promise.all([ended, pipeline(child.stdout, createWriteStream(file, { flags: 'wx' }))]);
    if (code !== 0) throw new GitError('object_not_found', errorOutput.trim() || 'the objects could not be packed');
    const count = await countOf(file);
    if (count === 0) await rm(file);
    return { count };
  } catch (error) {
    child.kill();
    await rm(file, { force: true });
    throw error;
  }
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
