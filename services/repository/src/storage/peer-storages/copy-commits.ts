import type { CallOptions } from '@forgemesh/git-engine';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import { withRepository } from './with-repository';
import type { PeerStoragesDeps } from './deps';

/**
 * Copies commits from the repository of one project, on any storage, into another. Does nothing if
 * both are the same.
 */
export async function copyCommits(
  deps: PeerStoragesDeps,
  { from, to, ids }: { from: RepositoryKey; to: RepositoryLocation; ids: readonly string[] },
  options: CallOptions,
): Promise<void> {
  if (from.project_id === to.project_id) return;
  await withRepository(deps, from, { reference: to, ids, signal: options.signal }, (repo) =>
    deps.transportGit.fetchCommits({ repo: to.repo, from: repo, ids }, options),
  );
  await deps.peerStorages.linkLargeFiles({ from, to, ids });
}
