/** The refs of a repository as git advertises them, read without starting git. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTag } from '../../objects/tag';
import { directTarget, symbolicTarget } from '../../refs/loose-refs';
import { type Ref, refStore } from '../../refs/ref-store';
import type { Repository } from '../../worker/repository';

/** The state of all refs. Two states with the same objects in `refs` and `head` are equal. */
export interface RefState {
  /** All refs by name; the same array until one changes. */
  refs: readonly Ref[];
  /** Content of HEAD. */
  head: string;
  /** What HEAD leads to; `id` is undefined for a branch that does not exist. */
  headRef: { id: string | undefined; target: string | undefined };
}

const cacheBytes = 8 * 1024 * 1024;
const entryBytes = 200;
const MAX_TAG_DEPTH = 10;

/** Reads the state of all refs; undefined for a repository whose refs only git can present. */
export function readRefState(repository: Repository): RefState | undefined {
  // A shallow repository advertises where its history ends.
  if (!repository.exists || existsSync(join(repository.path, 'shallow'))) return undefined;
  const store = refStore(repository);
  const { refs, hasSpecialRefs } = store.read('refs');
  const head = store.headContent();
  if (head === undefined || hasSpecialRefs) return undefined;
  const id = directTarget(head);
  if (id !== undefined) return { refs, head, headRef: { id, target: undefined } };
  const target = symbolicTarget(head);
  if (target === undefined) return undefined;
  return { refs, head, headRef: { id: findByName(refs, target)?.id, target } };
}

/** The object that a tag leads to; undefined for an object that is not a tag. */
export async function peelTag(repository: Repository, id: string): Promise<string | undefined> {
  const cache = repository.cache<{ id: string | undefined }>('peeled tags', cacheBytes, () => entryBytes);
  const cached = cache.get(id);
  if (cached !== undefined) return cached.id;
  let peeled: string | undefined;
  if ((await repository.info(id))?.type === 'tag') {
    for (let depth = 0, at = id; depth < MAX_TAG_DEPTH; depth += 1) {
      const tag = await findTag(repository, at);
      if (tag === undefined) break;
      peeled = at = tag.target_id;
      if (tag.target_type !== 'tag') break;
    }
  }
  cache.set(id, { id: peeled });
  return peeled;
}

function findByName(refs: readonly Ref[], name: string): Ref | undefined {
  let [low, high] = [0, refs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (refs[middle]!.name < name) low = middle + 1;
    else high = middle;
  }
  return refs[low]?.name === name ? refs[low] : undefined;
}
