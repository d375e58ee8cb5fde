/**
 * Cherry-picks or reverts a commit on a branch: validates in the API's order, then writes one
 * commit through a ref change.
 */
import { BadRequestError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Commit as CommitMessage } from '@forgemesh/proto/repository/v1/commit';
import { findBranch } from '#refs/branches';
import { identitiesOf, presentCommit } from '#commits/history';
import { locateRepository, resolveCommit } from '#commits';
import { branchRef, type Commit, type Identity, isGitError } from '@forgemesh/git-engine';
import { mayPushTo } from '#access';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import type { CommittedChange } from '#refs/ref-log';
import type { CherryPicksAndRevertsDeps } from './deps';

/** Direction of the change and its words in messages. */
export interface ReplayKind {
  mode: 'pick' | 'revert';
  /** As in `we cannot revert this commit`. */
  verb: string;
  /** As in `may already have been reverted`. */
  done: string;
  messageOf(commit: Commit): string;
  /** The author of the new commit; default: the caller. */
  authorOf?(commit: Commit): Identity;
}

/** Writes the commit and returns it. */
export async function replay(
  call: Call<CherryPicksAndRevertsDeps>,
  { sha, branch }: { sha: string; branch: string },
  kind: ReplayKind,
): Promise<ResponseOf<CommitMessage>> {
  const { deps } = call;
  const { repo, project_id } = locateRepository(call);
  const earlier = await deps.refs.findEarlier(call.operationId);
  if (earlier) return presentCommit(await deps.git.getCommit({ repo, id: earlier.after }));
  const protections = await listProtectionsFor(deps, project_id, call.user);
  if (!mayPushTo(await pushSubjectFor(call, call.resource(), branch), branch, protections))
    throw new ForbiddenError('You are not allowed to push into this branch');
  const commitId = await resolveCommit(call, sha);
  if (commitId === null) throw new NotFoundError('Commit');
  await findBranch(call, branch);
  const commit = await deps.git.getCommit({ repo, id: commitId });
  const turn = { repo, branch, operation_id: call.operationId };
  const created = await deps.refs.commitInTurn(turn, () => tryReplay(call, branch, commit, kind));
  return presentCommit(await deps.git.getCommit({ repo, id: created }));
}

/** Builds on the current tip of the branch; null when it has to be tried again. */
async function tryReplay(
  call: Call<CherryPicksAndRevertsDeps>,
  branch: string,
  commit: Commit,
  kind: ReplayKind,
): Promise<CommittedChange | null> {
  const { git } = call.deps;
  const location = locateRepository(call);
  const { commit_id: tip } = await findBranch(call, branch);
  const { author, committer } = await identitiesOf(call.deps, call.user);
  const { commit_id: built, failure } = await git.replayCommit({
    repo: location.repo,
    commit_id: commit.id,
    onto: tip,
    mode: kind.mode,
    message: kind.messageOf(commit),
    author: kind.authorOf?.(commit) ?? author,
    committer,
  });
  if (built === null) throw refusal(kind, failure);
  const update = { ref: branchRef(branch), old: tip, new: built };
  await call.deps.pushRules.assertAllowed(call, update);
  const { id, username, name } = call.principal;
  try {
    return await call.deps.refs.startChange({
      location,
      change: update,
      actor: { user_id: id, username, name },
      may_be_default: false,
      operation_id: call.operationId,
    });
  } catch (error) {
    // The folder may have been lost with the commit, and is built again by now.
    if (isGitError(error, 'conflict') || isGitError(error, 'object_not_found')) return null;
    throw error;
  }
}

function refusal({ verb, done }: ReplayKind, errorCode: 'conflict' | 'empty' | null): BadRequestError {
  const text =
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, ` +
    'or a more recent commit may have updated some of its content.';
  return new BadRequestError(text, { details: { error_code: errorCode } });
}
