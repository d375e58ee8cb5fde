/** Writes checkpoints, from which the folder of a repository can be built again. */
import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '@forgemesh/data';
import { type PackFile, repositoryExists } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import { writeApplied } from './applied-file';
import { applyToRefs, readRefs, storeRefs } from './checkpoint-refs';
import { combineKept } from './combine-kept';
import type { LoggedState, PacksDeps } from './deps';
import { followLog, moveRefs } from './follow-log';
import type { KeptPack } from './kept-pack';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';

/** Maintenance may replace packs while they are read. */
const MAX_ATTEMPTS = 5;
/** HEAD of a repository that does not exist. */
const NO_HEAD = 'refs/heads/main';

/**
 * What a checkpoint says about its repository, apart from its names. The incarnation stays the same
 * unless it is given.
 */
export type CheckpointState = Pick<
  RepositoryCheckpoint,
  'seq' | 'packs' | 'refs' | 'refs_size' | 'head' | 'incarnation' | 'original_incarnation'
> & { copy_bytes: number };

/** Whether a checkpoint and the entries after it have everything. */
export function isComplete(
  checkpoint: RepositoryCheckpoint | null,
  entries: readonly LoggedState[],
): checkpoint is RepositoryCheckpoint {
  return checkpoint !== null && entries.every(({ packs }) => packs !== undefined);
}

/**
 * The entries whose refs have followed. Later ones may still be refused by git, which then changes
 * nothing.
 */
export function closedEntries(entries: readonly LoggedState[]): LoggedState[] {
  const open = entries.findIndex(({ open_at }) => open_at !== undefined);
  return entries.slice(0, open === -1 ? undefined : open);
}

/** Where the refs of a checkpoint come from. */
interface FolderOptions {
  /** Packs in the object store, by which those of the folder need not be read again. */
  kept?: readonly KeptPack[] | undefined;
  /**
   * Whether the folder was created as a whole, such as that of a fork, so that it replaces what the
   * log says about its refs.
   */
  isCreated?: boolean;
}

/**
 * Writes a checkpoint of the refs that the folder of a repository has: the first one, or one that
 * includes entries whose objects are only in the folder. The caller holds the queues of the log and
 * of the folder, and no other process writes to the repository: refs and number do not change.
 * False if another process was faster. Throws UnavailableError if the folder is lost.
 */
export async function writeFolderCheckpoint(
  deps: PacksDeps,
  location: RepositoryLocation,
  { kept, isCreated = false }: FolderOptions = {},
): Promise<boolean> {
  const { checkpoints, git, packStore } = deps;
  const { repo } = location;
  const before = await checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  if (!isCreated) await followLog(deps, location);
  const seq = await deps.newestSeq(location);
  if (!isCreated) await followOpenEntries(deps, location, before?.seq ?? 0);
  const { refs, head } = await git.listAllRefs({ repo });
  // Objects that no ref reaches yet belong to the entry that follows.
  const packs = refs.length === 0 ? [] : await keepPacks(deps, location, before, kept);
  const list = await storeRefs(packStore, new Map(refs.map(({ name, id }) => [name, id])));
  const incarnation = before && !isCreated ? before.incarnation : randomUUID();
  // Before the checkpoint: a folder without its number would be built again.
  if (await repositoryExists(repo)) await writeApplied(repo, seq, incarnation);
  return replaceCheckpoint(deps, location, before, {
    seq,
    packs,
    refs: list.refs,
    refs_size: list.refs_size,
    head: head ?? before?.head ?? NO_HEAD,
    copy_bytes: before?.copy_bytes ?? bytesOf(packs),
    ...(incarnation !== undefined && { incarnation }),
  });
}

/** After a crash, the refs may not have followed the last entries. */
async function followOpenEntries(deps: PacksDeps, location: RepositoryLocation, after: number): Promise<void> {
  const entries = await deps.listEntries(location, after);
  const first = entries.findIndex(({ open_at }) => open_at !== undefined);
  if (first !== -1) await moveRefs(deps, location.repo, entries.slice(first));
}

/**
 * Replaces a checkpoint by one of the newest closed entry, with the packs of both. It needs neither
 * the folder nor the queue of the log. False if another process was faster, or if objects of
 * entries are only in the folder.
 */
export async function renewCheckpoint(deps: PacksDeps, location: RepositoryLocation): Promise<boolean> {
  const { checkpoints, listEntries } = deps;
  const before = await checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  const entries = before ? closedEntries(await listEntries(location, before.seq)) : [];
  if (!isComplete(before, entries)) return false;
  const packs = await combineKept(deps, [...before.packs, ...entries.flatMap((entry) => entry.packs ?? [])]);
  const state = await stateAfter(deps, before, entries);
  return replaceCheckpoint(deps, location, before, {
    seq: state.seq,
    packs,
    refs: state.refs,
    refs_size: state.refs_size,
    head: state.head,
    copy_bytes: before.copy_bytes ?? bytesOf(before.packs),
  });
}

/** The state of a repository after entries that follow its checkpoint, apart from its packs. */
export async function stateAfter(
  { packStore }: Pick<PacksDeps, 'packStore'>,
  before: RepositoryCheckpoint,
  entries: readonly LoggedState[],
): Promise<Omit<CheckpointState, 'packs' | 'copy_bytes'>> {
  const refs = await readRefs(packStore, before);
  applyToRefs(refs, entries);
  const list = await storeRefs(packStore, refs);
  return {
    seq: entries.at(-1)?.seq ?? before.seq,
    refs: list.refs,
    refs_size: list.refs_size,
    head: before.head,
  };
}

/**
 * Writes a checkpoint unless there is another one than the caller has read; null for none. Returns
 * whether it was written.
 */
export async function replaceCheckpoint(
  { checkpoints }: Pick<PacksDeps, 'checkpoints'>,
  { project_id, storage, kind }: RepositoryLocation,
  before: RepositoryCheckpoint | null,
  state: CheckpointState,
): Promise<boolean> {
  const _id = checkpointId({ project_id, kind });
  const version = before?.version ?? 0;
  const fields = {
    ...state,
    storage,
    created_at: new Date(),
    version: version + 1,
    // It may need compaction now.
    examined_at: new Date(0),
  };
  if (before) {
    const known = before.version ?? { $exists: false };
    const { matchedCount } = await checkpoints.updateOne({ _id, version: known }, { $set: fields });
    return matchedCount === 1;
  }
  try {
    await checkpoints.create({ _id, project_id, kind, ...fields });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Bytes of packs. */
export function bytesOf(packs: readonly KeptPack[]): number {
  return packs.reduce((sum, { size }) => sum + size, 0);
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
  const damaged = await deps.packStore.findDamaged(packs);
  const stored = packs.filter(
    ({ content, name, sha256 }) => content === undefined && name !== undefined && !damaged.has(sha256),
  );
  return new Map(stored.map((pack) => [pack.name ?? '', pack]));
}
