/** Refs of a repository, as its checkpoint and the entries of its log have them. */
import { zeroId } from '@forgemesh/git-engine';
import type { LoggedState } from './deps';
import type { PackStore } from './pack-store';
import type { RepositoryCheckpoint } from './repository-checkpoint.model';

/** Length of the id of a commit, and of the space after it. */
const NAME_AT = 41;

/** Ids of refs, by full name. */
export type RefMap = Map<string, string>;

/** Reads the refs of a checkpoint. */
export async function readRefs(
  packStore: Pick<PackStore, 'readText'>,
  { refs }: Pick<RepositoryCheckpoint, 'refs'>,
): Promise<RefMap> {
  const list = refs === '' ? '' : await packStore.readText(refs);
  const lines = list.split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(NAME_AT), line.slice(0, NAME_AT - 1)]));
}

/** Stores refs for a checkpoint. */
export async function storeRefs(
  packStore: PackStore,
  refs: RefMap,
): Promise<Pick<RepositoryCheckpoint, 'refs' | 'refs_size'>> {
  const text = [...refs]
    .map(([name, id]) => `${id} ${name}\n`)
    .sort((one, other) => (one.slice(NAME_AT) < other.slice(NAME_AT) ? -1 : 1))
    .join('');
  if (text === '') return { refs: '', refs_size: 0 };
  const { sha256, size } = await packStore.storeText(text);
  return { refs: sha256, refs_size: size };
}

/** Changes refs as entries do, in the order of the log. */
export function applyToRefs(refs: RefMap, entries: readonly Pick<LoggedState, 'refs'>[]): void {
  for (const { ref, after } of entries.flatMap((entry) => entry.refs)) {
    if (after === zeroId) refs.delete(ref);
    else refs.set(ref, after);
  }
}
