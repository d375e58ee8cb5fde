// Compares the replicas of a secondary with what a backup says about the repositories.

import { gitClient } from '../lib/git-client.ts';
import type { ComparedRepository } from './assess.ts';
import type { LoggedRepository } from './backup-contents.ts';
import { replicaFolder } from './replica-folder.ts';
import type { RegistryRecord } from './secondary.ts';

/** Commits that one process of git looks for. */
const BATCH = 200;
/** Tolerated difference of two clocks in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Compares a replica. One that was verified after the newest logged change has it; otherwise git
 * looks for the commits.
 * @param repositories folders of the storages of the secondary
 */
export async function compareReplica(
  repositories: readonly string[],
  { projectId, kind, tips }: LoggedRepository,
  registry: RegistryRecord | undefined,
): Promise<ComparedRepository> {
  const name = { projectId, kind };
  const repo = replicaFolder(repositories, name);
  if (!registry || repo === undefined) return { ...name, replica: 'absent' };
  const state = registry[kind === 'wiki' ? 'wiki' : 'repository'];
  const verifiedAt = state.last_successful_sync_at?.getTime() ?? 0;
  const isIntact = state.verification_failure === null && verifiedAt > 0;
  if (!isIntact) return { ...name, replica: 'behind' };
  const later = [...tips.values()].filter(({ at }) => at.getTime() > verifiedAt - CLOCK_TOLERANCE_MS);
  const isCurrent = await hasObjects(
    repo,
    later.map(({ id }) => id),
  );
  return { ...name, replica: isCurrent ? 'current' : 'behind' };
}

async function hasObjects(repo: string, ids: readonly string[]): Promise<boolean> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    try {
      await gitClient(repo).raw(['rev-list', '--no-walk', '--quiet', ...some, '--']);
    } catch {
      // Git ends with an error if one is missing.
      return false;
    }
  }
  return true;
}
