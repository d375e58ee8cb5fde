import type { MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import { isGitError } from '@forgemesh/git-engine';
import type { Principal } from '@forgemesh/telemetry';
import type { Call } from '@forgemesh/rpc';
import { checkRefChange } from '#access';
import { type LocalSide, subjectOf } from '#commits/merges';
import { checkCodeOwners } from '#content/code-owners';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import type { InternalSourceBranchesDeps } from './deps';

/** The move of a source branch. */
export interface SourceBranchMove {
  source: LocalSide;
  /** Tip of the branch before the move. */
  old: string;
  /** The new tip. */
  commit: string;
  /** Whether the new tip does not contain the old one. */
  isForced: boolean;
  /** The user's rights in the source project. */
  subject: MergeSubject | undefined;
  pushOptions: string[];
  operationId: string | undefined;
}

/** Result of the move. */
export interface SourceBranchMoveResult {
  applied: boolean;
  /** Reason of a refusal, for users; empty if the branch was moved concurrently. */
  refusal: string;
}

/**
 * Moves the source branch of a merge request in the name of a user, with the checks of a push.
 */
export async function moveSourceBranch(
  { deps, context }: Pick<Call<InternalSourceBranchesDeps>, 'deps' | 'context'>,
  user: Principal,
  move: SourceBranchMove,
): Promise<SourceBranchMoveResult> {
  const { location, ref, branch } = move.source;
  const { project_id, repo } = location;
  const subject = await pushSubjectFor({ deps, user }, { id: project_id, ...subjectOf(move.subject) }, branch);
  const update = { ref, old: move.old, new: move.commit };
  const requested = { ...update, forced: move.isForced };
  const refusal =
    checkRefChange(subject, requested, await listProtectionsFor(deps, project_id, user), 'api') ??
    (await deps.pushRules.check({
      project_id,
      repo,
      updates: [update],
      user_id: user.id,
      tier: context.tier,
      default_branch: subject.default_branch,
      source: 'api',
      quarantine_env: {},
    })) ??
    (await checkCodeOwners(deps, { project_id, repo, updates: [update], tier: context.tier }));
  if (refusal !== null) return { applied: false, refusal };
  const { id, username, name } = user;
  try {
    await deps.refs.change({
      location,
      change: update,
      may_be_default: false,
      actor: { user_id: id, username, name },
      push_options: move.pushOptions,
      operation_id: move.operationId,
    });
    return { applied: true, refusal: '' };
  } catch (error) {
    if (isGitError(error, 'conflict')) return { applied: false, refusal: '' };
    throw error;
  }
}
