/** Keeps the number of packs of a repository small, without a look at its folder. */
import { rm } from 'node:fs/promises';
import type { PacksDeps } from './deps';
import type { KeptPack } from './kept-pack';

/** Packs that stay apart, however small they are. */
export const MAX_APART = 20;
/**
 * With more, a pack stays apart if it has this many times the bytes of all smaller ones together:
 * so their number grows with the logarithm of their size, and each byte is copied as often.
 */
const FACTOR = 2;

/**
 * Returns packs with the same objects: those that are part of documents are combined into one in
 * the object store, together with the smallest others if there are many. Nothing is left out, and
 * the packs that were combined stay in the store.
 */
export async function combineKept(deps: PacksDeps, packs: readonly KeptPack[]): Promise<KeptPack[]> {
  const distinct = [...new Map(packs.map((pack) => [pack.sha256, pack])).values()];
  const { apart, together } = divide(distinct);
  if (together.length === 0) return apart;
  return [...apart, await combine(deps, together)];
}

/** Divides packs into those that stay and those that are combined. */
function divide(packs: readonly KeptPack[]): { apart: KeptPack[]; together: KeptPack[] } {
  const stored = packs.filter(({ content }) => content === undefined);
  const inline = packs.filter(({ content }) => content !== undefined);
  if (stored.length <= MAX_APART) return { apart: stored, together: inline };
  const bySize = stored.toSorted((one, other) => other.size - one.size);
  let rest = packs.reduce((sum, { size }) => sum + size, 0);
  const first = bySize.findIndex(({ size }) => {
    rest -= size;
    return size < FACTOR * rest;
  });
  if (first === -1) return { apart: stored, together: inline };
  return { apart: bySize.slice(0, first), together: [...bySize.slice(first), ...inline] };
}

async function combine({ git, packStore }: PacksDeps, packs: readonly KeptPack[]): Promise<KeptPack> {
  return packStore.withFiles(packs, async (files) => {
    const [only] = files;
    if (only !== undefined && files.length === 1) return packStore.store(only);
    const file = await packStore.newFile();
    try {
      await git.combinePacks({ files, file }, { timeoutMs: 0 });
      return await packStore.store(file);
    } finally {
      await rm(file, { force: true });
    }
  });
}
