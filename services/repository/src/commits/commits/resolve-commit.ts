import type { Call } from '@forgemesh/rpc';
import { isGitError } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

/** The repository of the project that a call names. */
export function locateRepository(call: Call<Repositories>): RepositoryLocation {
  const { id, storage } = call.resource();
  return call.deps.storages.locate(id, storage);
}

/** The commit that a client names, or null; an empty name or `HEAD` means the default branch. */
export async function resolveCommit(call: Call<Repositories>, revision: string | undefined): Promise<string | null> {
  return findCommitId(call.deps, locateRepository(call).repo, revisionOf(call, revision));
}

/** The revision that a client means by a name, of the project that a parameter names. */
export function revisionOf(call: Call<Repositories>, revision: string | undefined, parameter = 'id'): string {
  if (revision !== undefined && revision !== '' && revision !== 'HEAD') return revision;
  const branch = call.resource(parameter).default_branch;
  return branch === '' ? 'HEAD' : `refs/heads/${branch}`;
}

/**
 * Default branch of the project; of a repository whose first branch has just been made, the one
 * that it calls HEAD.
 */
export async function defaultBranchOf(call: Call<Repositories>): Promise<string> {
  const { default_branch: known } = call.resource();
  if (known !== '') return known;
  const head = await call.deps.git.getHead({ repo: locateRepository(call).repo });
  return head.commit_id === null || head.ref === null ? '' : head.ref.replace('refs/heads/', '');
}

/** The commit of a revision, or null where it leads to none. */
export async function findCommitId({ git }: Repositories, repo: string, revision: string): Promise<string | null> {
  try {
    return (await git.resolveRevision({ repo, revision })).commit_id;
  } catch (error) {
    if (isGitError(error, 'ref_not_found')) return null;
    throw error;
  }
}
