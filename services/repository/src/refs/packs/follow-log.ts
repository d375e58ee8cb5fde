/**
 * Brings the folder of a repository to the newest entry of its log: builds it again, or adds what
 * is missing.
 */
import { branchRef, repositoryExists, zeroId } from '@forgemesh/git-engine';
import { UnavailableError } from '@forgemesh/errors';
import type { RepositoryLocation } from '#storage';
import { isCache, readApplied, writeApplied } from './applied-file';
import { applyToRefs, readRefs } from './checkpoint-refs';
import type { LoggedState, PacksDeps } from './deps';
import type { PackStore } from './pack-store';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';

/** Refs that are moved together. */
const BATCH = 1_000;

/** What a folder has followed. */
export interface Followed {
  /** Number of the newest entry; 0 without a checkpoint. */
  seq: number;
  incarnation?: string | undefined;
  /** The entries up to that number, if the folder has followed them one by one. */
  added?: readonly LoggedState[];
}

/**
 * Brings a folder to the newest entry. A repository without a checkpoint has its only copy in the
 * folder, which stays as it is; a cache of a repository that was deleted is removed. Throws
 * UnavailableError if what is missing cannot be fetched. The caller holds the queue of the folder.
 */
export async function followLog(deps: PacksDeps, location: RepositoryLocation): Promise<Followed> {
  const checkpoint = await deps.checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  const hasFolder = await repositoryExists(location.repo);
  if (!checkpoint) {
    await checkAbsence(deps, location, hasFolder);
    return { seq: 0 };
  }
  const { incarnation } = checkpoint;
  const applied = hasFolder ? await readApplied(location.repo, incarnation) : null;
  const listed = await deps.listEntries(location, Math.min(applied ?? checkpoint.seq, checkpoint.seq));
  const entries = listed.filter(({ seq }) => seq > checkpoint.seq);
  const newest = entries.at(-1)?.seq ?? checkpoint.seq;
  if (applied !== null && applied >= newest) {
    if (applied > newest)
      deps.log.warn({ ...checkpoint, packs: undefined, applied }, 'the log is older than a repository');
    return { seq: newest, incarnation };
  }
  if (entries.some(({ packs }) => packs === undefined)) {
    // These objects are only in a folder, which another checkpoint will include.
    if (hasFolder && (await hasObjects(deps, location, entries))) return { seq: newest, incarnation };
    throw new LostRepositoryError();
  }
  const missing = listed.filter(({ seq }) => applied !== null && seq > applied);
  const mayAdvance = applied !== null && (applied >= checkpoint.seq || isUnbroken(missing, applied, checkpoint.seq));
  try {
    if (mayAdvance) await advance(deps, location, missing);
    else await rebuild(deps, location, checkpoint, entries);
  } catch (error) {
    throw new UnavailableError('The repository is being restored', { cause: error });
  }
  await writeApplied(location.repo, newest, incarnation);
  return { seq: newest, incarnation, ...(mayAdvance && { added: missing }) };
}

/** The folder of a repository is lost, and objects of it were nowhere else. */
class LostRepositoryError extends UnavailableError {
  constructor() {
    super('The folder of the repository is lost, and some of its objects were nowhere else');
  }
}

/** Whether a folder has what entries point at: the folder of another process may have it. */
async function hasObjects(
  { git }: PacksDeps,
  { repo }: RepositoryLocation,
  entries: readonly LoggedState[],
): Promise<boolean> {
  const ids = new Set(entries.flatMap(({ refs }) => refs.map(({ after }) => after)));
  ids.delete(zeroId);
  // The names do not exist, so that only the objects decide.
  const updates = [...ids].map((id) => ({ ref: `refs/absent/${id}`, old: zeroId, new: id }));
  const { refused } = await git.checkRefUpdates({ repo, updates });
  return refused.every(({ reason }) => reason !== 'object_not_found');
}

/** Checks the folder of a repository without a checkpoint. */
async function checkAbsence(deps: PacksDeps, location: RepositoryLocation, hasFolder: boolean): Promise<void> {
  const { repo, storage } = location;
  // A folder that followed no log is the only copy.
  if (hasFolder && !(await isCache(repo))) return;
  if (await deps.hasContent(location)) {
    if (!hasFolder) throw new LostRepositoryError();
    return;
  }
  if (hasFolder) await deps.git.removeRepository({ root: deps.storages.root(storage), repo }, { timeoutMs: 0 });
}

/**
 * Whether entries lead from one number to another without a gap, and their objects are kept: the
 * oldest entries that a checkpoint includes are deleted.
 */
export function isUnbroken(entries: readonly LoggedState[], from: number, to: number): boolean {
  const isNext = ({ seq, packs }: LoggedState, index: number): boolean =>
    seq === from + 1 + index && packs !== undefined;
  return entries.length >= to - from && entries.every(isNext);
}

/** What the folder of a repository needs to follow entries. */
export interface AdvanceDeps extends Pick<PacksDeps, 'git' | 'reloadLocks'> {
  packStore: Pick<PackStore, 'withFiles'>;
}

/** What is needed to build the folder of a repository. */
export interface RebuildDeps extends Pick<PacksDeps, 'git' | 'reloadLocks' | 'storages' | 'log'> {
  packStore: Pick<PackStore, 'withFiles' | 'readText'>;
}

/** What a folder is built from. */
export type BuiltState = Pick<RepositoryCheckpoint, 'seq' | 'packs' | 'refs' | 'head'>;

/** Builds the folder again; what it contains is removed. */
export async function rebuild(
  deps: RebuildDeps,
  { repo, storage, project_id, kind }: RepositoryLocation,
  checkpoint: BuiltState,
  entries: readonly LoggedState[],
): Promise<void> {
  const { git, packStore, storages, log } = deps;
  const built = { project_id, kind, seq: checkpoint.seq, entries: entries.length };
  // Another process may have served the repository until now.
  if (await repositoryExists(repo)) log.warn(built, 'the folder of a repository is replaced');
  else log.info(built, 'the folder of a repository is built');
  await deps.reloadLocks(project_id);
  const head = headAfter(entries);
  const refs = await readRefs(packStore, checkpoint);
  applyToRefs(refs, entries);
  const packs = [...checkpoint.packs, ...entries.flatMap((entry) => entry.packs ?? [])];
  await packStore.withFiles(packs, async (files) => {
    await git.removeRepository({ root: storages.root(storage), repo }, { timeoutMs: 0 });
    const content = {
      repo,
      files,
      refs: [...refs].map(([name, id]) => ({ name, id })),
      head: head === undefined ? checkpoint.head : branchRef(head),
    };
    await git.createFromPacks(content, { timeoutMs: 0 });
  });
}

/** The branch that entries let HEAD point at; undefined if they do not change it. */
function headAfter(entries: readonly LoggedState[]): string | undefined {
  return entries.findLast(({ mark }) => mark?.head !== undefined)?.mark?.head;
}

/** Adds the packs of entries, and moves their refs and HEAD. */
export async function advance(
  { git, packStore, reloadLocks }: AdvanceDeps,
  { project_id, repo }: RepositoryLocation,
  entries: readonly LoggedState[],
): Promise<void> {
  if (entries.some(({ mark }) => mark?.has_lock_change)) await reloadLocks(project_id);
  const packs = entries.flatMap((entry) => entry.packs ?? []);
  await packStore.withFiles(packs, (files) => git.installPacks({ repo, files }, { timeoutMs: 0 }));
  await moveRefs({ git }, repo, entries);
  const branch = headAfter(entries);
  if (branch !== undefined) await git.setHead({ repo, branch });
}

/** Moves the refs of a folder to where entries, which end with the newest one, leave them. */
export async function moveRefs(
  { git }: Pick<PacksDeps, 'git'>,
  repo: string,
  entries: readonly LoggedState[],
): Promise<void> {
  const targets = new Map(entries.flatMap(({ refs }) => refs.map(({ ref, after }) => [ref, after] as const)));
  const updates = [];
  for (const [ref, target] of targets) {
    const current = (await git.findRef({ repo, name: ref }))?.id ?? zeroId;
    if (current !== target) updates.push({ ref, old: current, new: target });
  }
  for (let at = 0; at < updates.length; at += BATCH)
    await git.updateRefs({ repo, updates: updates.slice(at, at + BATCH) });
}
