/**
 * Writes one commit from file actions onto a branch, for the commits API, the files API and the
 * first commit of a project.
 *
 * After a lost race for the branch, the commit is rebuilt on the new tip and all checks run again.
 * The caller checks the right to push, because the error message depends on the operation.
 */
import { BadRequestError } from '@forgemesh/errors';
import type { Principal } from '@forgemesh/telemetry';
import { branchRef, type CommitAction, type Identity, isGitError, type RefUpdate, zeroId } from '@forgemesh/git-engine';
import type { ConvertFiles } from '#content/lfs';
import type { CommittedChange } from '#refs/ref-log';
import type { RepositoryLocation } from '#storage';
import { findCommitBase, type CommitBase, type CommitTarget } from './find-commit-base';
import type { CommitFilesDeps } from './deps';

/** Losses of the folder during one commit after which it fails. */
const MAX_LOSSES = 4;

type Deps = Pick<CommitFilesDeps, 'git' | 'transportGit' | 'storages' | 'peerStorages' | 'refs'>;

/** The commit to write. */
export interface CommitFiles extends CommitTarget {
  location: RepositoryLocation;
  message: string;
  actions: readonly CommitAction[];
  author: Identity;
  committer: Identity;
  /** The committer; null for the system. */
  user: Principal | null;
  /** The project has no default branch yet. */
  may_be_default: boolean;
  /** Id of the write; a retry returns the commit of the first attempt. */
  operation_id?: string | undefined;
  /** Replaces the contents of large files by pointers. Called for each attempt. */
  convert?: ConvertFiles;
  /**
   * Called for each commit that is stored, before it is checked and its ref moves, so that its data
   * can be read in parallel.
   */
  onBuilt?: (commitId: string) => void;
  /**
   * Checks a built commit that no ref reaches yet; throws to refuse it. Called for each attempt.
   */
  check?: (update: RefUpdate) => Promise<void>;
  /** Throws to refuse overwriting the branch; called when `force` would lose commits. */
  assertForceAllowed?: () => void;
}

/**
 * Commits and returns the id of the commit. Errors: BadRequestError with the API's messages;
 * GitError `invalid_path`, `path_not_found`, `conflict` (`last_commit_id`) and `refused` of the
 * actions; ConflictError when the branch keeps changing.
 */
export function commitFiles(deps: Deps, input: CommitFiles): Promise<string> {
  const { location, branch, operation_id } = input;
  let losses = 0;
  return deps.refs.commitInTurn({ repo: location.repo, branch, operation_id }, async () => {
    try {
      return await tryCommit(deps, input);
    } catch (error) {
      // The folder was lost with objects of the commit, and is built again by now.
      if (!isGitError(error, 'object_not_found') || ++losses === MAX_LOSSES) throw error;
      return null;
    }
  });
}

/** Commits onto the current tip of the branch; null when it has to be tried again. */
async function tryCommit(deps: Deps, input: CommitFiles): Promise<CommittedChange | null> {
  const { git } = deps;
  const { location, message, author, committer, user } = input;
  const base = await findCommitBase(deps, location, input);
  if (base.loses_commits) input.assertForceAllowed?.();
  if (!base.repository_exists) await git.ensureRepository({ repo: location.repo, default_branch: input.branch });
  const change = { repo: location.repo, base_commit: base.commit_id, actions: input.actions };
  const actions = (await input.convert?.(change)) ?? input.actions;
  const { commit_id: built } = await git.commitActions({
    repo: location.repo,
    base_commit: base.commit_id,
    actions,
    message,
    author,
    committer,
  });
  input.onBuilt?.(built);
  const update = { ref: branchRef(input.branch), old: base.old, new: built };
  await input.check?.(update);
  try {
    return await deps.refs.startChange({
      location,
      change: update,
      actor: { user_id: user?.id ?? null, username: user?.username ?? '', name: user?.name ?? '' },
      may_be_default: input.may_be_default,
      operation_id: input.operation_id,
    });
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
    await assertNameIsFree(deps, input, base);
    return null;
  }
}

/**
 * If a new branch still does not exist after a conflict, its name conflicts with another one (`a`
 * and `a/b`).
 */
async function assertNameIsFree({ git }: Deps, { location, branch }: CommitFiles, base: CommitBase): Promise<void> {
  if (base.old !== zeroId) return;
  const { refs } = await git.listRefs({ repo: location.repo, search: `^${branch}/` });
  const parts = branch.split('/');
  const parents = parts.slice(1).map((_, index) => branchRef(parts.slice(0, index + 1).join('/')));
  const found = await Promise.all(parents.map((name) => git.findRef({ repo: location.repo, name })));
  if (refs.length === 0 && found.every((ref) => ref === null)) return;
  throw new BadRequestError(
    `Something went wrong when we tried to create '${branch}' for you: a branch with a conflicting name exists`,
  );
}
