import type { CallOptions } from '@forgemesh/git-engine';
import type { RepositoryLocation, RepositoryPlace } from '../repository-location';
import type { Repositories } from '../../deps';
import { withRepository } from './with-repository';

/**
 * Makes commits of one project, wherever it is served, commits of another one. Does nothing where
 * both are the same.
 */
export async function bringCommits(
  deps: Repositories,
  { from, to, ids }: { from: RepositoryPlace; to: RepositoryLocation; ids: readonly string[] },
  options: CallOptions,
): Promise<void> {
  if (from.project_id === to.project_id) return;
  await withRepository(deps, from, { near: to, ids, signal: options.signal }, (repo) =>
    deps.transportGit.fetchCommits({ repo: to.repo, from: repo, ids }, options),
  );
}
