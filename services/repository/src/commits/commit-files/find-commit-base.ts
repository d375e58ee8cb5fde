/**
 * Finds the branch tip and the parent of a new commit, with the checks and messages of the API in
 * their order.
 */
import { branchRef, type GitClient, isFullName, isValidBranchName, zeroId } from '@forgemesh/git-engine';
import { BadRequestError } from '@forgemesh/errors';
import { withRepository } from '#storage/peer-storages';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import type { CommitFilesDeps } from './deps';

type Deps = Pick<CommitFilesDeps, 'git' | 'transportGit' | 'storages' | 'peerStorages'>;

/** The target branch as named by the client. */
export interface CommitTarget {
  branch: string;
  /** Branch from which a new branch starts. Default: the branch itself. */
  start_branch?: string | undefined;
  /** Commit from which a new branch starts. */
  start_sha?: string | undefined;
  /** Another project that contains `start_branch` or `start_sha`. */
  start?: RepositoryKey | undefined;
  /** Overwrites an existing branch. */
  force?: boolean | undefined;
}

/** The parent of a new commit and the state of its branch. */
export interface CommitBase {
  /** Parent of the commit; null for the first one. */
  commit_id: string | null;
  /** Current tip of the branch; zeros if it does not exist. */
  old: string;
  /** The branch contains commits that are not in the new one. */
  loses_commits: boolean;
  repository_exists: boolean;
}

/** A fork has most objects of its source; the rest may still be large. */
const FETCH_TIMEOUT_MS = 300_000;
const objectId = /^[0-9a-f]{40}$/i;

/** Finds the base of a commit. Throws BadRequestError with the API's texts. */
export async function findCommitBase(
  deps: Deps,
  reference: RepositoryLocation,
  target: CommitTarget,
): Promise<CommitBase> {
  if (!target.start) return findBase(deps, reference.repo, reference.repo, target);
  return withRepository(deps, target.start, { reference }, (from) => findBase(deps, reference.repo, from, target));
}

/** Finds the base in the repository that contains it, which may be another one. */
async function findBase(
  deps: Deps,
  repo: string,
  from: string,
  { branch, start_branch, start_sha, force }: CommitTarget,
): Promise<CommitBase> {
  const { git } = deps;
  if (start_sha && !objectId.test(start_sha)) throw new BadRequestError(`Invalid start_sha '${start_sha}'`);
  const startBranch = start_sha ? undefined : start_branch || branch;
  // Most commits build on their target branch; one query then serves both.
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
  if (start !== null && from !== repo) await copyCommit(deps, { repo, branch, from, id: start });
  const losesCommits = isNew && tip !== null && start !== null && !(await isReachable(git, repo, tip, start));
  return { commit_id: start, old: tip ?? zeroId, loses_commits: losesCommits, repository_exists: exists };
}

/**
 * Copies a commit of another project into this repository, whose folder may not exist before the
 * first commit.
 */
async function copyCommit(
  { git, transportGit }: Deps,
  { repo, branch, from, id }: { repo: string; branch: string; from: string; id: string },
): Promise<void> {
  await git.ensureRepository({ repo, default_branch: branch });
  await transportGit.fetchCommits({ repo, from, ids: [id] }, { timeoutMs: FETCH_TIMEOUT_MS });
}

async function tipOf(git: GitClient, repo: string, branch: string): Promise<string | null> {
  return (await git.findRef({ repo, name: branchRef(branch) }))?.commit_id ?? null;
}

async function commitOf(git: GitClient, repo: string, id: string): Promise<string | null> {
  const [commit] = await git.getCommits({ repo, ids: [id.toLowerCase()] });
  return commit?.id ?? null;
}

async function isReachable(git: GitClient, repo: string, ancestor: string, descendant: string): Promise<boolean> {
  return (await git.isAncestor({ repo, ancestor, descendant })).is_ancestor;
}
