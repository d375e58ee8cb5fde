import type { Call } from '@forgemesh/rpc';
import { BRANCHES, branchRef, isGitError } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import type { RevisionDeps } from './deps';

/** The repository of the call's project. */
export function locateRepository(call: Call<RevisionDeps>): RepositoryLocation {
  const { id, storage } = call.resource();
  return call.deps.storages.locate(id, storage);
}

/**
 * Resolves a revision to a commit id, or null; an empty name or `HEAD` means the default branch.
 */
export async function resolveCommit(call: Call<RevisionDeps>, revision: string | undefined): Promise<string | null> {
  return findCommitId(call.deps, locateRepository(call).repo, revisionOf(call, revision));
}

/** The revision for a client's name, in the project named by a parameter. */
export function revisionOf(call: Call<RevisionDeps>, revision: string | undefined, parameter = 'id'): string {
  if (revision !== undefined && revision !== '' && revision !== 'HEAD') return revision;
  const branch = call.resource(parameter).default_branch;
  return branch === '' ? 'HEAD' : branchRef(branch);
}

/**
 * Default branch of the project; HEAD of the repository if the project does not have the first
 * branch yet.
 */
export async function defaultBranchOf(call: Call<RevisionDeps>): Promise<string> {
  const { default_branch: cached } = call.resource();
  if (cached !== '') return cached;
  const head = await call.deps.git.getHead({ repo: locateRepository(call).repo });
  return head.commit_id === null || head.ref === null ? '' : head.ref.replace(BRANCHES, '');
}

/** The commit id of a revision; null when it does not resolve. */
export async function findCommitId({ git }: RevisionDeps, repo: string, revision: string): Promise<string | null> {
  try {
    return (await git.resolveRevision({ repo, revision })).commit_id;
  } catch (error) {
    if (isGitError(error, 'ref_not_found')) return null;
    throw error;
  }
}
