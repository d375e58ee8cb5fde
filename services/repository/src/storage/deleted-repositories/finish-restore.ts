/** Moves a deleted repository into a project. Safe to repeat. */
import { existsSync } from 'node:fs';
import { ConflictError } from '@forgemesh/errors';
import { BRANCHES, isGitError, zeroId } from '@forgemesh/git-engine';
import { scheduleMeasurement } from '#maintenance/statistics';
import { protectDefaultBranch } from '#refs/protected-branches';
import { removeRepositoryFiles } from '#storage/replicas';
import { repositoryKinds, type RepositoryLocation } from '#storage';
import { deletedLocation, deletedPath } from './deleted-folders';
import type { DeletedRepositoryDocument } from './deleted-repository.model';
import type { DeletedRepositoriesDeps } from './deps';

/**
 * Refs of merge requests are not restored, because the project's new merge requests use the same
 * names.
 */
const HIDDEN_REFS = ['refs/merge-requests', 'refs/keep-around'];
const VISIBLE_REFS = ['refs/heads', 'refs/tags'];
const BATCH = 1_000;

/**
 * Throws ConflictError if the project has a repository or wiki with refs. Removes folders without
 * refs.
 */
export async function requireNoRepository(
  deps: DeletedRepositoriesDeps,
  projectId: number,
  storage: string,
): Promise<void> {
  const locations = repositoryKinds.map((kind) => deps.storages.locate(projectId, storage, kind));
  for (const { repo, kind } of locations) {
    const [branches, tags] = await Promise.all(
      VISIBLE_REFS.map((folder) => deps.git.listRefs({ repo, folder, limit: 1 })),
    );
    if (branches?.total || tags?.total || deps.activity.hasWriters(repo))
      throw new ConflictError(`The project has a ${kind === 'wiki' ? 'wiki' : 'repository'} already`);
  }
  for (const location of locations) await removeRepositoryFiles(deps, location);
}

/** Releases an entry, so that it can be restored into another project. */
export async function releaseClaim({ deletedRepositories }: DeletedRepositoriesDeps, id: number): Promise<void> {
  const claim = { restoring_to: 1, restoring_at: 1, restored_by_id: 1 };
  await deletedRepositories.mutate(id, () => ({ update: { $unset: claim } }));
}

/**
 * Completes a restore. Returns the default branch of the project; null if the repository has no
 * branch.
 */
export async function finishRestore(
  deps: DeletedRepositoriesDeps,
  entry: DeletedRepositoryDocument,
  projectId: number,
): Promise<string | null> {
  const { storages, git, clients, deletedRepositories, packs } = deps;
  const root = storages.root(entry.storage);
  const locations = repositoryKinds.map((kind) => storages.locate(projectId, entry.storage, kind));
  for (const location of locations) {
    const { repo, kind } = location;
    if (await packs.copy(deletedLocation(storages, entry, kind), location)) {
      await packs.open(location);
      continue;
    }
    const source = deletedPath(root, entry.folder, kind);
    // The log of the project describes the folder that was there before.
    if (existsSync(source)) await packs.forget(location);
    await git.moveRepository({ repo: source, target: repo }, { timeoutMs: 0 }).catch((error: unknown) => {
      throw isGitError(error, 'conflict') ? new ConflictError('The project has a repository already') : error;
    });
  }
  const [code, wiki] = locations as [RepositoryLocation, RepositoryLocation];
  for (const folder of HIDDEN_REFS) await removeRefs(deps, code.repo, folder);
  const branch = await adoptDefaultBranch(deps, code);
  for (const each of [code, wiki]) if (existsSync(each.repo)) await packs.adopt(each);
  for (const each of [code, wiki])
    if ((await git.getHead({ repo: each.repo })).has_branches) await scheduleMeasurement(deps, each);
  if (branch !== null) {
    const { default_branch: current } = await clients.defaultBranches.setDefaultBranch({
      project_id: projectId,
      branch,
      replace: true,
    });
    await protectDefaultBranch(deps, projectId, current);
  }
  const actor = entry.restored_by_id ?? null;
  await deletedRepositories.remove(entry, { type: 'repository.deleted_repository.restored', actor });
  return branch;
}

/** Sets the default branch to the branch that HEAD names, or another one if that does not exist. */
async function adoptDefaultBranch(deps: DeletedRepositoriesDeps, location: RepositoryLocation): Promise<string | null> {
  const { git } = deps;
  const { repo } = location;
  const head = await git.getHead({ repo });
  if (head.ref !== null && head.commit_id !== null) {
    deps.measureLanguages(location, head.commit_id);
    return head.ref.slice(BRANCHES.length);
  }
  const { refs } = await git.listRefs({ repo, limit: 1 });
  const branch = refs[0]?.short_name;
  if (branch === undefined) return null;
  await git.setHead({ repo, branch });
  return branch;
}

async function removeRefs({ git }: DeletedRepositoriesDeps, repo: string, folder: string): Promise<void> {
  for (;;) {
    const { refs } = await git.listRefs({ repo, folder, limit: BATCH });
    if (refs.length === 0) return;
    await git.updateRefs({ repo, updates: refs.map(({ name, id }) => ({ ref: name, old: id, new: zeroId })) });
  }
}
