/**
 * Brings the folder of a repository to the newest entry of its log: builds it again, or adds what
 * is missing.
 */
import { repositoryExists, zeroId } from '@forgemesh/git-engine';
import { UnavailableError } from '@forgemesh/errors';
import type { RepositoryLocation } from '#storage';
import { readApplied, writeApplied } from './applied-file';
import type { LoggedState, PacksDeps } from './deps';
import type { RepositoryCheckpoint } from './repository-checkpoint.model';
import { checkpointId } from './write-checkpoint';

/** Refs that are moved together. */
const BATCH = 1_000;

/**
 * Brings a folder to the newest entry. A repository without a checkpoint has its only copy in the
 * folder, which stays as it is. Returns the number of the newest entry, 0 without a checkpoint.
 * Throws UnavailableError if what is missing cannot be fetched. Callers take turns.
 */
export async function followLog(deps: PacksDeps, location: RepositoryLocation): Promise<number> {
  const checkpoint = await deps.checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  if (!checkpoint) return 0;
  const applied = (await repositoryExists(location.repo)) ? await readApplied(location.repo) : null;
  const entries = await deps.listEntries(location, checkpoint.seq);
  const newest = entries.at(-1)?.seq ?? checkpoint.seq;
  if (applied !== null && applied >= newest) {
    if (applied > newest)
      deps.log.warn({ ...checkpoint, packs: undefined, applied }, 'the log is older than a repository');
    return newest;
  }
  if (entries.some(({ packs }) => packs === undefined)) {
    // These objects are only in the folder, which another checkpoint will include.
    if (await repositoryExists(location.repo)) return newest;
    throw new UnavailableError('The folder of the repository is lost, and some of its objects were nowhere else');
  }
  try {
    if (applied === null || applied < checkpoint.seq) await rebuild(deps, location, checkpoint, entries);
    else
      await advance(
        deps,
        location,
        entries.filter(({ seq }) => seq > applied),
      );
  } catch (error) {
    throw new UnavailableError('The repository is being restored', { cause: error });
  }
  await writeApplied(location.repo, newest);
  return newest;
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
  const list = checkpoint.refs === '' ? '' : await packStore.readText(checkpoint.refs);
  const refs = new Map(
    list
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(41), line.slice(0, 40)]),
  );
  for (const { ref, after } of entries.flatMap((entry) => entry.refs)) {
    if (after === zeroId) refs.delete(ref);
    else refs.set(ref, after);
  }
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
  const targets = new Map(entries.flatMap(({ refs }) => refs.map(({ ref, after }) => [ref, after] as const)));
  const updates = [];
  for (const [ref, target] of targets) {
    const current = (await git.findRef({ repo, name: ref }))?.id ?? zeroId;
    if (current !== target) updates.push({ ref, old: current, new: target });
  }
  for (let at = 0; at < updates.length; at += BATCH)
    await git.updateRefs({ repo, updates: updates.slice(at, at + BATCH) });
}
