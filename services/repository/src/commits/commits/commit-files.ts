/**
 * One commit from actions on files, onto a branch: the way of the commits API, the files API and
 * the first commit of a project.
 *
 * Whoever loses a race for the branch builds again on the new tip, where all checks must hold once
 * more. The right to push is checked by the caller, who knows its own words for a refusal.
 */
import { BadRequestError, ConflictError } from '@forgemesh/errors';
import type { Principal } from '@forgemesh/telemetry';
import { isGitError, zeroId, type CommitAction, type RefUpdate, type Identity } from '@forgemesh/git-engine';
import { changeRef, findEarlierChange } from '../../refs/ref-changes/change-ref';
import type { RepositoryLocation } from '../../storage/repository-location';
import type { Repositories } from '../../deps';
import { findCommitBase, type CommitBase, type CommitTarget } from './find-commit-base';

const RACES = 10;

/** What to commit. */
export interface CommitFiles extends CommitTarget {
  location: RepositoryLocation;
  message: string;
  actions: readonly CommitAction[];
  author: Identity;
  committer: Identity;
  /** Who commits; null for the system. */
  user: Principal | null;
  /** The project has no default branch yet. */
  may_be_default: boolean;
  /** Id of the write; a repeated one gets the commit of the first. */
  operation_id?: string | undefined;
  /**
   * Told of each commit that is stored, before it is judged and its ref moves: what is to be read
   * of it can be read meanwhile.
   */
  onBuilt?: (commitId: string) => void;
  /** Refuses a commit that is built while no ref leads to it; asked again for each try. */
  judge?: (update: RefUpdate) => Promise<void>;
  /** Refuses to overwrite what the branch holds; called where `force` would lose commits. */
  refuseForce?: () => void;
}

/**
 * Commits and returns the id of the commit. Errors: BadRequestError with the API's texts; GitError
 * `invalid_path`, `path_not_found`, `conflict` (`last_commit_id`) and `refused` of the actions;
 * ConflictError when the branch does not come to rest.
 */
export async function commitFiles(repositories: Repositories, input: CommitFiles): Promise<string> {
  try {
    return await repositories.branchQueue.run(`${input.location.repo} ${input.branch}`, async () => {
      for (let race = 0; race < RACES; race++) {
        const commitId = await tryToCommit(repositories, input);
        if (commitId !== null) return commitId;
      }
      throw new ConflictError('409 Conflict: Resource lock');
    });
  } catch (error) {
    // What is refused now may be what the first try of this very write has done.
    const earlier = await findEarlierChange(repositories, input.operation_id);
    if (earlier) return earlier.after;
    throw error;
  }
}

/** Commits onto what the branch holds now; null where the branch moved meanwhile. */
async function tryToCommit(repositories: Repositories, input: CommitFiles): Promise<string | null> {
  const { git } = repositories;
  const { location, message, actions, author, committer, user } = input;
  const base = await findCommitBase(repositories, location, input);
  if (base.loses_commits) input.refuseForce?.();
  if (!base.repository_exists) await git.ensureRepository({ repo: location.repo, default_branch: input.branch });
  const { commit_id: built } = await git.commitActions({
    repo: location.repo,
    base_commit: base.commit_id,
    actions,
    message,
    author,
    committer,
  });
  input.onBuilt?.(built);
  const update = { ref: `refs/heads/${input.branch}`, old: base.old, new: built };
  await input.judge?.(update);
  try {
    const change = await changeRef(repositories, {
      location,
      change: update,
      actor: { user_id: user?.id ?? null, username: user?.username ?? '', name: user?.name ?? '' },
      may_be_default: input.may_be_default,
      operation_id: input.operation_id,
    });
    return change.after;
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
    await assertNameIsFree(repositories, input, base);
    return null;
  }
}

/**
 * A new branch that still does not exist after a conflict cannot exist beside another (`a` and
 * `a/b`).
 */
async function assertNameIsFree(
  { git }: Repositories,
  { location, branch }: CommitFiles,
  base: CommitBase,
): Promise<void> {
  if (base.old !== zeroId) return;
  const { refs } = await git.listRefs({ repo: location.repo, search: `^${branch}/` });
  const parts = branch.split('/');
  const parents = parts.slice(1).map((_, index) => `refs/heads/${parts.slice(0, index + 1).join('/')}`);
  const found = await Promise.all(parents.map((name) => git.findRef({ repo: location.repo, name })));
  if (refs.length === 0 && found.every((ref) => ref === null)) return;
  throw new BadRequestError(
    `Something went wrong when we tried to create '${branch}' for you: a branch with a conflicting name exists`,
  );
}
