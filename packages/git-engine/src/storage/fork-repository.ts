/**
 * Forks a repository within one storage in milliseconds: the objects are shared by hard links,
 * which git never changes in place, so that the fork uses no disk space and survives its source.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parsePackedRefs, type PackedRef } from '../refs/packed-refs';
import { refStore, type Ref } from '../refs/ref-store';
import type { Repository } from '../worker/repository';
import { syncFolder, writeNewFile } from './durable-files';
import { buildRepository, placeRepository, repositoryExists } from './ensure-repository';
import { shareObjects } from './share-objects';
import { BRANCHES } from '../refs/ref-folders';

const forkedFolders = ['refs/heads', 'refs/tags'];

/**
 * Forks a repository: its branches, tags, HEAD and objects; no other refs, no reflogs, no
 * configuration. Returns whether this call created the fork: false when the target exists or the
 * source has no refs to fork. Safe while the source is written to and repacked. Errors: `conflict`
 * when the source's packs are replaced faster than they can be linked.
 */
export async function forkRepository(source: Repository, target: string): Promise<boolean> {
  if (await repositoryExists(target)) return false;
  const store = refStore(source);
  // Read before the objects: the objects behind these refs already exist, whatever arrives later.
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
 * The content of `packed-refs`. Peeled tags are included if the source recorded them; git resolves
 * the others.
 */
function packedRefs(refs: readonly Ref[], packed: ReadonlyMap<string, PackedRef>): string {
  const lines = refs.toSorted(byBytes).map(({ name, id }) => {
    const same = packed.get(name);
    const peeled = same?.id === id ? same.peeled : undefined;
    return `${id} ${name}\n${peeled === undefined ? '' : `^${peeled}\n`}`;
  });
  return `# pack-refs with: sorted \n${lines.join('')}`;
}

/** git searches the file in byte order. */
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
