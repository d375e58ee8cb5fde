/**
 * Where a commit goes and what it builds on, with the checks and texts of the API in their order.
 */
import { BadRequestError } from '@forgemesh/errors';
import { zeroId, isFullName, isValidBranchName } from '@forgemesh/git-engine';
import { withRepository } from '../../storage/peer-storages/with-repository';
import type { RepositoryLocation, RepositoryPlace } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

/** The branch as a client names it. */
export interface CommitTarget {
  branch: string;
  /** Branch from which a new branch starts. Default: the branch itself. */
  start_branch?: string | undefined;
  /** Commit from which a new branch starts. */
  start_sha?: string | undefined;
  /** Another project, which has `start_branch` or `start_sha`. */
  start?: RepositoryPlace | undefined;
  /** Overwrites a branch that exists. */
  force?: boolean | undefined;
}

/** What to build on. */
export interface CommitBase {
  /** Parent of the commit; null for the first one. */
  commit_id: string | null;
  /** What the branch holds now; zeros where it does not exist. */
  old: string;
  /** The branch holds commits that are not in the new one. */
  loses_commits: boolean;
  repository_exists: boolean;
}

/** A fork has most of what its source has; the rest may still be large. */
const FETCH_TIMEOUT_MS = 300_000;
const objectId = /^[0-9a-f]{40}$/i;

/** Finds the base of a commit. Throws BadRequestError with the API's texts. */
export async function findCommitBase(
  repositories: Repositories,
  near: RepositoryLocation,
  target: CommitTarget,
): Promise<CommitBase> {
  if (!target.start) return findBase(repositories, near.repo, near.repo, target);
  return withRepository(repositories, target.start, { near }, (from) =>
    findBase(repositories, near.repo, from, target),
  );
}

/** Finds the base in the repository that has it, which may be another one. */
async function findBase(
  repositories: Repositories,
  repo: string,
  from: string,
  { branch, start_branch, start_sha, force }: CommitTarget,
): Promise<CommitBase> {
  const { git } = repositories;
  if (start_sha && !objectId.test(start_sha)) throw new BadRequestError(`Invalid start_sha '${start_sha}'`);
  const startBranch = start_sha ? undefined : start_branch || branch;
  // Most commits build on the branch that they go to: then both sides are one question.
  const [head, ownTip] = [git.getHead({ repo }), tipOf(git, repo, branch)];
  const startTip = startBranch === branch && from === repo ? ownTip : undefined;
  const [{ exists }, startHead, tip, start] = await Promise.all([
    head,
    from === repo ? head : git.getHead({ repo: from }),
    ownTip,
    startBranch === undefined ? commitOf(git, from, start_sha ?? '') : (startTip ?? tipOf(git, from, startBranch)),
  ]);
  const isEmpty = !startHead.has_branches;
  if (start_sha && start === null) throw new BadRequestError(`Cannot find start_sha '${start_sha}'`);
  if (start === null && !isEmpty)
    throw new BadRequestError('You can only create or edit files when you are on a branch');
  const isNew = startBranch !== branch || from !== repo;
  if (isNew && tip !== null && !force) {
    throw new BadRequestError(
      `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
    );
  }
  if (tip === null && (!isValidBranchName(branch) || objectId.test(branch) || isFullName(branch))) {
    throw new BadRequestError(
      `Something went wrong when we tried to create '${branch}' for you: Branch name is invalid`,
    );
  }
  if (start !== null && from !== repo) await bringCommit(repositories, { repo, branch, from, id: start });
  const losesCommits = isNew && tip !== null && start !== null && !(await leadsTo(git, repo, tip, start));
  return { commit_id: start, old: tip ?? zeroId, loses_commits: losesCommits, repository_exists: exists };
}

/**
 * Makes a commit of another project one of this repository, which a first commit may find without a
 * folder yet.
 */
async function bringCommit(
  { git, transportGit }: Repositories,
  { repo, branch, from, id }: { repo: string; branch: string; from: string; id: string },
): Promise<void> {
  await git.ensureRepository({ repo, default_branch: branch });
  await transportGit.fetchCommits({ repo, from, ids: [id] }, { timeoutMs: FETCH_TIMEOUT_MS });
}

async function tipOf(git: Repositories['git'], repo: string, branch: string): Promise<string | null> {
  return (await git.findRef({ repo, name: `refs/heads/${branch}` }))?.commit_id ?? null;
}

async function commitOf(git: Repositories['git'], repo: string, id: string): Promise<string | null> {
  const [commit] = await git.getCommits({ repo, ids: [id.toLowerCase()] });
  return commit?.id ?? null;
}

async function leadsTo(git: Repositories['git'], repo: string, ancestor: string, descendant: string): Promise<boolean> {
  return (await git.isAncestor({ repo, ancestor, descendant })).is_ancestor;
}
