/** Lets a replica follow a part of the log of its original. */
import { BadRequestError } from '@forgemesh/errors';
import { repositoryExists } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import type { PacksDeps } from './deps';
import { advance, rebuild } from './follow-log';
import { writeReplicaCursor } from './replica-cursor';
import { builtState, type LogPart, loggedStates, namedContent, type SentPack } from './replica-log';
import type { StagedPacks } from './staged-packs';

/** Digests are names of files. */
const digest = /^[0-9a-f]{64}$/;

/** Dependencies of the logs of replicas. */
export interface ReplicaLogDeps {
  packsDeps: Pick<PacksDeps, 'git' | 'storages' | 'log' | 'folderQueue'>;
  stagedPacks: StagedPacks;
}

/**
 * Applies a part of a log, and returns the content that has to be stored first; then nothing is
 * changed. Errors: GitError for damaged packs; the replica may then have some of the objects.
 */
export async function applyLogPart(
  { packsDeps, stagedPacks }: ReplicaLogDeps,
  location: RepositoryLocation,
  part: LogPart,
): Promise<SentPack[]> {
  const { git, storages, log, folderQueue } = packsDeps;
  const named = namedContent(part);
  if (named.some(({ sha256 }) => !digest.test(sha256))) throw new BadRequestError('a pack is not named by a SHA-256');
  const missing = await stagedPacks.findMissing(named);
  if (missing.length > 0) return missing;
  const base = builtState(part);
  const entries = loggedStates(part);
  // Replicas have no locks of their own.
  const reloadLocks = (): Promise<void> => Promise.resolve();
  await folderQueue.run(location.repo, async () => {
    if (base) await rebuild({ git, storages, log, packStore: stagedPacks, reloadLocks }, location, base, entries);
    else if (await repositoryExists(location.repo))
      await advance({ git, packStore: stagedPacks, reloadLocks }, location, entries);
    else return;
    await writeReplicaCursor(location.repo, part);
  });
  await stagedPacks.remove(named);
  return [];
}
