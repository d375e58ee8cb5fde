/**
 * Brings the folder of a repository to the newest entry of its log: builds it again, or adds what
 * is missing.
 */
import { repositoryExists, zeroId } from '@forgemesh/git-engine';
import { UnavailableError } from '@forgemesh/errors';
import type { RepositoryLocation } from '#storage';
import { readApplied, writeApplied } from './applied-file';
import { applyToRefs, readRefs } from './checkpoint-refs';
import type { LoggedState, PacksDeps } from './deps';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';

/** Refs that are moved together. */
const BATCH = 1_000;

/**
 * Brings a folder to the newest entry. A repository without a checkpoint has its only copy in the
 * folder, which stays as it is. Throws UnavailableError if what is missing cannot be fetched.
 */
export async function followLog(deps: PacksDeps, location: RepositoryLocation): Promise<void> {
  const checkpoint = await deps.checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  const hasFolder = await repositoryExists(location.repo);
  if (!checkpoint) {
    if (!hasFolder && (await deps.hasContent(location))) throw new LostRepositoryError();
    return;
  }
  const applied = hasFolder ? await readApplied(location.repo) : null;
  const listed = await deps.listEntries(location, Math.min(applied ?? checkpoint.seq, checkpoint.seq));
  const entries = listed.filter(({ seq }) => seq > checkpoint.seq);
  const newest = entries.at(-1)?.seq ?? checkpoint.seq;
  if (applied !== null && applied >= newest) {
    if (applied > newest)
      deps.log.warn({ ...checkpoint, packs: undefined, applied }, 'the log is older than a repository');
    return;
  }
  if (entries.some(({ packs }) => packs === undefined)) {
    // These objects are only in the folder, which another checkpoint will include.
    if (hasFolder) return;
    throw new LostRepositoryError();
  }
  const missing = listed.filter(({ seq }) => applied !== null && seq > applied);
  try {
    if (applied !== null && (applied >= checkpoint.seq || isUnbroken(missing, applied, checkpoint.seq)))
      await advance(deps, location, missing);
    else await rebuild(deps, location, checkpoint, entries);
  } catch (error) {
    throw new UnavailableError('The repository is being restored', { cause: error });
  }
  await writeApplied(location.repo, newest);
}

/** The folder of a repository is lost, and objects of it were nowhere else. */
class LostRepositoryError extends UnavailableError {
  constructor() {
    super('The folder of the repository is lost, and some of its objects were nowhere else');
  }
}

/**
 * Whether entries lead from one number to another without a gap, and their objects are kept: the
 * oldest entries that a checkpoint includes are deleted.
 */
function isUnbroken(entries: readonly LoggedState[], from: number, to: number): boolean {
  const isNext = ({ seq, packs }: LoggedState, index: number): boolean =>
    seq === from + 1 + index && packs !== undefined;
  return entries.length >= to - from && entries.every(isNext);
}

/** Builds the folder again; what it contains is removed. */
async function rebuild(
  deps: PacksDeps,
  { repo, storage, project_id, kind }: RepositoryLocation,
  checkpoint: RepositoryCheckpoint,
  entries: readonly LoggedState[],
): Promise<void> {
  const { git, packStore, storages, log } = deps;
  log.warn(
    { project_id, kind, seq: checkpoint.seq, entries: entries.length },
    'the folder of a repository is built again',
  );
  const refs = await readRefs(packStore, checkpoint);
  applyToRefs(refs, entries);
  const packs = [...checkpoint.packs, ...entries.flatMap((entry) => entry.packs ?? [])];
  await packStore.withFiles(packs, async (files) => {
    await git.removeRepository({ root: storages.root(storage), repo }, { timeoutMs: 0 });
    const content = { repo, files, refs: [...refs].map(([name, id]) => ({ name, id })), head: checkpoint.head };
    await git.createFromPacks(content, { timeoutMs: 0 });
  });
}

/** Adds the packs of entries, and moves their refs. */
async function advance(
  { git, packStore }: PacksDeps,
  { repo }: RepositoryLocation,
  entries: readonly LoggedState[],
): Promise<void> {
  const packs = entries.flatMap((entry) => entry.packs ?? []);
  await packStore.withFiles(packs, (files) => git.installPacks({ repo, files }, { timeoutMs: 0 }));
  await moveRefs({ git }, repo, entries);
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
