/** Derives the state of a merge request from a comparison of its branches. */
import type { PrepareMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import type { MergeRequestChange } from '../changes/change-merge-request';
import type { DiffVersionDocument, MergeRequestDocument } from '#items/model';
import type { NewVersion } from './diff-versions';
import { isDraft, isDraftCommit } from '../drafts';

/** Events carry the commit ids of a version only up to this number. */
const MAX_EVENT_COMMITS = 500;
/** Files are counted up to this number. */
const MAX_COUNTED_FILES = 1_000;

/** Fields that cancel an automatic merge. */
export const withoutAutoMerge = { merge_when_pipeline_succeeds: false, merge_user_id: null, merge_user_tier: null };

/** The context of a comparison. */
export interface ComparisonContext {
  /** The user who moved a branch; null if unknown. */
  actor: number | null;
  /** Whether commits were removed from the target branch. */
  rewritten: boolean;
  /** Whether the project merges only branches that are up to date with their target. */
  only_ahead: boolean;
}

/** The change that follows from a comparison; null if nothing may change now. */
export function deriveChange(
  current: MergeRequestDocument,
  facts: PrepareMergeResponse,
  { actor, rewritten, only_ahead }: ComparisonContext,
): MergeRequestChange | null {
  // A merge in progress determines its own outcome, see finalize-merge.ts.
  if (current.state !== 'opened') return null;
  const now = new Date();
  const hadCommits = current.head_sha !== null && current.head_sha !== current.base_sha;
  if (facts.landed_sha !== undefined && hadCommits) {
    const merged = { merged_at: now, merged_by_id: actor, merge_commit_sha: facts.landed_sha };
    return { set: { state: 'merged', ...merged, merge_status: 'can_be_merged', merge_error: null } };
  }
  const checked = {
    checked_source_sha: facts.source_sha ?? null,
    checked_target_sha: facts.target_sha ?? null,
    merge_status: isMergeable(facts) ? ('can_be_merged' as const) : ('cannot_be_merged' as const),
  };
  if (facts.source_sha === undefined && current.head_sha !== null) {
    const closed = { state: 'closed' as const, closed_at: now, closed_by_id: actor };
    return { set: { ...checked, ...closed, ...withoutAutoMerge }, deleted_branch: current.source_branch };
  }
  const version = nextVersion(current, facts, rewritten);
  const newContent = newCommits(current, facts, version);
  const reason = reasonToAbort(current, facts, only_ahead);
  return {
    ...newContent,
    ...(version && { version }),
    ...(reason !== undefined && { auto_merge: { aborted: reason } }),
    ...(!isUnmergeable(current) && hasConflicts(facts) && { unmergeable: true }),
    set: {
      ...checked,
      ...(version && { ...shasOf(version), version_target: current.target_branch, ...afterRebase(current, version) }),
      ...(newContent.wip_commit !== undefined && { title: `WIP: ${current.title}` }),
      ...(reason !== undefined && withoutAutoMerge),
    },
  };
}

/** The reason to cancel an automatic merge; undefined if it stays scheduled or is not scheduled. */
function reasonToAbort(
  current: MergeRequestDocument,
  facts: PrepareMergeResponse,
  onlyAhead: boolean,
): string | undefined {
  if (!current.merge_when_pipeline_succeeds) return undefined;
  if (facts.source_sha !== current.head_sha) return 'source branch was updated';
  const isMoved = facts.target_sha !== (current.checked_target_sha ?? undefined);
  return onlyAhead && isMoved && facts.base_sha !== facts.target_sha ? 'target branch was updated' : undefined;
}

function isUnmergeable({ merge_status: status }: MergeRequestDocument): boolean {
  return status === 'cannot_be_merged' || status === 'cannot_be_merged_recheck';
}

/** Whether there are commits to merge that conflict with the target. */
export function hasConflicts({
  source_sha,
  target_sha,
  commits_count: count,
  has_conflicts: conflicts,
}: PrepareMergeResponse): boolean {
  return source_sha !== undefined && target_sha !== undefined && count > 0 && conflicts;
}

/** A rebase is complete once its commits are found. Approvals stay valid after a rebase. */
function afterRebase(current: MergeRequestDocument, version: NewVersion): Partial<MergeRequestDocument> {
  const isRebased = version.head_commit_sha === current.pending_rebase?.commit_sha;
  if (!isRebased) return { approval_version: null };
  return { approval_version: current.approval_version ?? current.version_number, pending_rebase: null };
}

/** Whether a merge would succeed. */
export function isMergeable({
  commits_count: count,
  has_conflicts: hasConflicts,
  ...tips
}: PrepareMergeResponse): boolean {
  return tips.source_sha !== undefined && tips.target_sha !== undefined && count > 0 && !hasConflicts;
}

/** The version that the comparison yields; undefined if a branch is missing. */
export function versionOf(facts: PrepareMergeResponse, number: number): NewVersion | undefined {
  const { source_sha: head, target_sha: start, base_sha: base, files_count: files } = facts;
  if (head === undefined || start === undefined) return undefined;
  const filled: DiffVersionDocument['state'] = files > MAX_COUNTED_FILES ? 'overflow' : 'collected';
  return {
    number,
    head_commit_sha: head,
    base_commit_sha: base ?? start,
    start_commit_sha: start,
    state: facts.commits_count === 0 ? 'empty' : filled,
    real_size: files > MAX_COUNTED_FILES ? `${MAX_COUNTED_FILES}+` : String(files),
    ...(facts.commit_ids.length <= MAX_EVENT_COMMITS && { commit_ids: facts.commit_ids }),
  };
}

/** The fields of a merge request that describe its newest version. */
export function shasOf(version: NewVersion | undefined): Partial<MergeRequestDocument> {
  if (!version) return {};
  const { number, head_commit_sha: head_sha, base_commit_sha: base_sha, start_commit_sha: start_sha } = version;
  const { real_size: version_size, state: version_state } = version;
  return { version_number: number, version_size, version_state, head_sha, base_sha, start_sha };
}

/**
 * A push to the target alone creates no version, unless it removed commits or added commits of the
 * source.
 */
function nextVersion(
  current: MergeRequestDocument,
  facts: PrepareMergeResponse,
  rewritten: boolean,
): NewVersion | undefined {
  const next = versionOf(facts, current.version_number + 1);
  const isSame = next?.head_commit_sha === current.head_sha && next?.base_commit_sha === current.base_sha;
  return isSame && current.version_target === current.target_branch && !rewritten ? undefined : next;
}

function newCommits(
  current: MergeRequestDocument,
  facts: PrepareMergeResponse,
  version: NewVersion | undefined,
): Pick<MergeRequestChange, 'pushed' | 'wip_commit'> {
  const { head_sha: from, title } = current;
  if (!version || from === null || from === version.head_commit_sha || facts.new_commits_count === 0) return {};
  const commits = facts.new_commits.map(({ short_id, title }) => ({ short_id, title }));
  const wip = isDraft(title) ? undefined : facts.new_commits.find((commit) => isDraftCommit(commit.title))?.id;
  const { taken_over_count: count, taken_over_sha: sha } = facts;
  const takenOver = sha !== undefined && { taken_over: { count, sha, branch: current.target_branch } };
  const pushed = { from, count: facts.new_commits_count, commits, ...takenOver };
  return { pushed, ...(wip !== undefined && { wip_commit: wip }) };
}
