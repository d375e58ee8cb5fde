/** Writes checkpoints, from which the folder of a repository can be built again. */
import { type PackFile, repositoryExists } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import { writeApplied } from './applied-file';
import type { LoggedState, PacksDeps } from './deps';
import type { KeptPack } from './kept-pack';
import type { RepositoryCheckpoint } from './repository-checkpoint.model';

/** Maintenance may replace packs while they are read. */
const MAX_ATTEMPTS = 5;
/** HEAD of a repository that does not exist. */
const NO_HEAD = 'refs/heads/main';

/** Id of a repository's log and checkpoint. */
export function checkpointId({ project_id, kind }: Pick<RepositoryLocation, 'project_id' | 'kind'>): string {
  return `${project_id}:${kind}`;
}

/**
 * Writes a checkpoint of a repository with its present refs. The caller holds the queue of the log,
 * so that the refs and the number of the log do not change. Packs that are known from the
 * checkpoint before, from entries, or by `kept`, are not read again.
 */
export async function writeCheckpoint(
  deps: PacksDeps,
  location: RepositoryLocation,
  kept: readonly KeptPack[] = [],
): Promise<RepositoryCheckpoint> {
  const { checkpoints, git, packStore } = deps;
  const { project_id, storage, kind, repo } = location;
  const _id = checkpointId(location);
  const before = await checkpoints.findById(_id).lean<RepositoryCheckpoint>();
  const seq = await deps.newestSeq(location);
  const { refs, head } = await git.listAllRefs({ repo });
  // Objects that no ref reaches yet belong to the entry that follows.
  const packs = refs.length === 0 ? [] : await keepPacks(deps, location, before, kept);
  const text = refs.map(({ id, name }) => `${id} ${name}\n`).join('');
  const list = text === '' ? { sha256: '', size: 0 } : await packStore.storeText(text);
  const checkpoint: RepositoryCheckpoint = {
    _id,
    project_id,
    storage,
    kind,
    seq,
    packs,
    refs: list.sha256,
    refs_size: list.size,
    head: head ?? before?.head ?? NO_HEAD,
    created_at: new Date(),
  };
  await checkpoints.replaceOne({ _id }, checkpoint, { upsert: true });
  if (await repositoryExists(repo)) await writeApplied(repo, seq);
  return checkpoint;
}

/** Keeps the packs of the folder of a repository in the object store. */
export async function keepPacks(
  deps: PacksDeps,
  location: RepositoryLocation,
  before: RepositoryCheckpoint | null,
  kept: readonly KeptPack[] = [],
): Promise<KeptPack[]> {
  const { repo } = location;
  if (!(await repositoryExists(repo))) return [];
  const known = await knownPacks(deps, location, before, kept);
  for (let attempt = 1; ; attempt++) {
    const found = await deps.git.listPacks({ repo }, { timeoutMs: 0 });
    try {
      return await keepFound(deps, found, known);
    } catch (error) {
      const isReplaced = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isReplaced || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function keepFound(
  { packStore }: PacksDeps,
  found: readonly PackFile[],
  known: Map<string, KeptPack>,
): Promise<KeptPack[]> {
  const packs: KeptPack[] = [];
  for (const { name, file } of found) {
    const pack = known.get(name) ?? { ...(await packStore.store(file)), name };
    known.set(name, pack);
    packs.push(pack);
  }
  return packs;
}

/** Packs in the object store, by their file names. */
async function knownPacks(
  deps: PacksDeps,
  location: RepositoryLocation,
  before: RepositoryCheckpoint | null,
  kept: readonly KeptPack[],
): Promise<Map<string, KeptPack>> {
  const entries: LoggedState[] = before ? await deps.listEntries(location, before.seq) : [];
  const packs = [...(before?.packs ?? []), ...kept, ...entries.flatMap((entry) => entry.packs ?? [])];
  const stored = packs.filter(({ content, name }) => content === undefined && name !== undefined);
  return new Map(stored.map((pack) => [pack.name ?? '', pack]));
}
