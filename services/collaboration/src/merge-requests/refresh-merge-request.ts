/** Brings what is stored of a merge request to how its branches stand. Reads do it, and so does whoever hears of a push. */
import type { MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';
import type { MergeSubject, PrepareMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import type { Collaboration } from '../service';
import { changeMergeRequest, type MergeRequestChange } from './change-merge-request';
import type { DiffVersionDocument } from './diff-version.model';
import type { NewVersion } from './diff-versions';
import type { MergeRequestDocument } from './merge-request.model';
import { mergeSettingsOf, sidesOf } from './merge-settings';
import { markMerged, markUnmerged } from './settle-merge';

/** No merge is under way for so long. */
const LONGEST_MERGE_MS = 60_000;
/** Ids of more commits than this are not told in an event. */
const TOLD_COMMITS = 500;
/** More files than this are not counted. */
const COUNTED_FILES = 1_000;

/** A merge request and how its branches stand. */
export interface Standing {
  request: MergeRequestDocument;
  facts: PrepareMergeResponse;
  /** Of the target project; undefined where it is gone. */
  settings: MergeSettings | undefined;
}

/** Who asks, and what he wants to know besides. */
export interface RefreshOptions {
  /** Whose push made it necessary; null where that is not known. */
  actor: number | null;
  /** The caller on the target project; without rights where nobody asks. */
  subject?: MergeSubject;
  count_diverged?: boolean;
}

/** Compares, and stores what changed. */
export async function refreshMergeRequest(
  deps: Collaboration,
  request: MergeRequestDocument,
  { actor, subject, count_diverged }: RefreshOptions,
): Promise<Standing> {
  const settings = await mergeSettingsOf(deps, [request.project_id, request.source_project_id]);
  const isOpen = request.state === 'opened' || request.state === 'locked';
  const isChecked = request.state === 'opened' && isSettled(request);
  const facts = await deps.clients.merges.prepareMerge({
    ...(await sidesOf(deps, request, settings)),
    iid: request.iid,
    known_source_sha: isChecked ? (request.checked_source_sha ?? '') : '',
    known_target_sha: isChecked ? (request.checked_target_sha ?? '') : '',
    head_sha: request.pending_merge?.commit_sha ?? request.head_sha ?? '',
    tips_only: !isOpen,
    ...(subject && { subject }),
    ...(count_diverged && { count_diverged }),
  });
  const known = { facts, settings: settings.get(request.project_id) };
  if (request.state === 'locked') return { request: await settleCrashed(deps, request, facts), ...known };
  if (facts.unchanged) return { request, ...known };
  const changed = await changeMergeRequest(deps, request._id, actor, (current) =>
    // Who compares another target meanwhile knows better.
    current.target_branch === request.target_branch ? standingOf(current, facts, actor) : null,
  );
  return { request: changed ?? request, ...known };
}

/** A merge takes a moment. One that is under way for longer was cut off: its branch tells whether it came about. */
async function settleCrashed(
  deps: Collaboration,
  request: MergeRequestDocument,
  facts: PrepareMergeResponse,
): Promise<MergeRequestDocument> {
  const { at } = request.pending_merge ?? {};
  if (facts.landed_sha !== undefined) return (await markMerged(deps, request)) ?? request;
  if (at !== undefined && Date.now() - at.getTime() < LONGEST_MERGE_MS) return request;
  return (await markUnmerged(deps, request, 'Merge was interrupted. Please try again.')) ?? request;
}

function isSettled({ merge_status: status, checked_source_sha, checked_target_sha }: MergeRequestDocument): boolean {
  const isKnown = checked_source_sha !== null || checked_target_sha !== null;
  return isKnown && (status === 'can_be_merged' || status === 'cannot_be_merged');
}

function standingOf(
  current: MergeRequestDocument,
  facts: PrepareMergeResponse,
  actor: number | null,
): MergeRequestChange | null {
  // A merge that is under way settles this itself, see settle-merge.
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
    merge_status: mayBeMerged(facts) ? ('can_be_merged' as const) : ('cannot_be_merged' as const),
  };
  if (facts.source_sha === undefined && current.head_sha !== null) {
    const closed = { state: 'closed' as const, closed_at: now, closed_by_id: actor };
    return { set: { ...checked, ...closed }, deleted_branch: current.source_branch };
  }
  return { ...newCommits(current, facts), set: { ...checked, ...newShas(current, facts) } };
}

/** Whether a merge would work. */
export function mayBeMerged({
  commits_count: count,
  has_conflicts: hasConflicts,
  ...tips
}: PrepareMergeResponse): boolean {
  return tips.source_sha !== undefined && tips.target_sha !== undefined && count > 0 && !hasConflicts;
}

/** The newest version that the facts amount to; undefined while a branch is missing. */
export function versionOf(facts: PrepareMergeResponse, number: number): NewVersion | undefined {
  const { source_sha: head, target_sha: start, base_sha: base, files_count: files } = facts;
  if (head === undefined || start === undefined) return undefined;
  const filled: DiffVersionDocument['state'] = files > COUNTED_FILES ? 'overflow' : 'collected';
  return {
    number,
    head_commit_sha: head,
    base_commit_sha: base ?? start,
    start_commit_sha: start,
    state: facts.commits_count === 0 ? 'empty' : filled,
    real_size: files > COUNTED_FILES ? `${COUNTED_FILES}+` : String(files),
    ...(facts.commit_ids.length <= TOLD_COMMITS && { commit_ids: facts.commit_ids }),
  };
}

/** The fields of a merge request that say which version is the newest. */
export function shasOf(version: NewVersion | undefined): Partial<MergeRequestDocument> {
  if (!version) return {};
  const { number, head_commit_sha: head_sha, base_commit_sha: base_sha, start_commit_sha: start_sha } = version;
  const { real_size: version_size, state: version_state } = version;
  return { version_number: number, version_size, version_state, head_sha, base_sha, start_sha };
}

function nextVersion(current: MergeRequestDocument, facts: PrepareMergeResponse): NewVersion | undefined {
  const next = versionOf(facts, current.version_number + 1);
  const isSame = next?.head_commit_sha === current.head_sha && next?.base_commit_sha === current.base_sha;
  return isSame && current.version_target === current.target_branch ? undefined : next;
}

function newShas(current: MergeRequestDocument, facts: PrepareMergeResponse): Partial<MergeRequestDocument> {
  const version = nextVersion(current, facts);
  return version ? { ...shasOf(version), version_target: current.target_branch } : {};
}

function newCommits(current: MergeRequestDocument, facts: PrepareMergeResponse): Omit<MergeRequestChange, 'set'> {
  const version = nextVersion(current, facts);
  if (!version) return {};
  const { head_sha: from } = current;
  if (from === null || from === version.head_commit_sha || facts.new_commits_count === 0) return { version };
  const commits = facts.new_commits.map(({ short_id, title }) => ({ short_id, title }));
  return { version, pushed: { from, count: facts.new_commits_count, commits } };
}
