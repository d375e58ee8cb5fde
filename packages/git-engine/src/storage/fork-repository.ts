/**
 * Makes a repository from another one of the same storage in milliseconds: its objects are shared
 * by hard links, which git never changes in place, so that the fork costs no disk and outlives its
 * source.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parsePackedRefs, type PackedRef } from '../refs/packed-refs';
import { refStore, type Ref } from '../refs/ref-store';
import type { Repository } from '../worker/repository';
import { syncFolder, writeNewFile } from './durable-files';
import { buildRepository, placeRepository, repositoryExists } from './ensure-repository';
import { shareObjects } from './share-objects';

const BRANCHES = 'refs/heads/';
const forkedFolders = ['refs/heads', 'refs/tags'];

/**
 * Forks a repository: its branches, tags, HEAD and objects; no other refs, no reflogs, no
 * configuration. Answers whether this call made the fork: false where the target is there already
 * or the source has no refs to fork. Safe while the source is written and repacked. Errors:
 * `conflict` where the source's packs are replaced faster than they can be linked.
 */
export async function forkRepository(source: Repository, target: string): Promise<boolean> {
  if (await repositoryExists(target)) return false;
  const store = refStore(source);
  // Before the objects: what these refs lead to is there already, whatever arrives meanwhile.
  const refs = forkedFolders.flatMap((folder) => store.list(folder));
  if (refs.length === 0) return false;
  const head = store.headTarget();
  return await placeRepository(target, async (folder) => {
    await buildRepository(folder, head?.startsWith(BRANCHES) ? head.slice(BRANCHES.length) : 'master');
    await shareObjects(path.join(source.path, 'objects'), path.join(folder, 'objects'));
    await writeNewFile(path.join(folder, 'packed-refs'), packedRefs(refs, await readPackedRefs(source.path)));
    await syncFolder(folder);
  });
}

/**
 * The text of `packed-refs`. What tags lead to is told where the source knew it; git finds out
 * about the others.
 */
function packedRefs(refs: readonly Ref[], known: ReadonlyMap<string, PackedRef>): string {
  const lines = refs.toSorted(byBytes).map(({ name, id }) => {
    const same = known.get(name);
    const peeled = same?.id === id ? same.peeled : undefined;
    return `${id} ${name}\n${peeled === undefined ? '' : `^${peeled}\n`}`;
  });
  return `# pack-refs with: sorted \n${lines.join('')}`;
}

/** git searches the file by bytes. */
function byBytes(one: Ref, other: Ref): number {
  return Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
}

async function readPackedRefs(repo: string): Promise<ReadonlyMap<string, PackedRef>> {
  try {
    return parsePackedRefs(await readFile(path.join(repo, 'packed-refs'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}
