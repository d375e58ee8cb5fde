import type { Call } from '@forgemesh/kit';
import { isGitError } from '../git/errors';
import type { RepositoryLocation } from '../repository-location';
import type { Repositories } from '../service';

/** The repository of the project that a call names. */
export function locateRepository(call: Call<Repositories>, parameter = 'id'): RepositoryLocation {
  const { id, storage } = call.resource(parameter);
  return call.deps.storages.locate(id, storage);
}

/** The commit that a client names, or null; an empty name or `HEAD` means the default branch. */
export async function resolveCommit(
  call: Call<Repositories>,
  revision: string | undefined,
  parameter = 'id',
): Promise<string | null> {
  const { repo } = locateRepository(call, parameter);
  const isDefault = revision === undefined || revision === '' || revision === 'HEAD';
  const branch = call.resource(parameter).default_branch;
  const wanted = isDefault ? (branch === '' ? 'HEAD' : `refs/heads/${branch}`) : revision;
  return findCommitId(call.deps, repo, wanted);
}

/** Default branch of the project; of a repository whose first branch has just been made, the one that it calls HEAD. */
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
