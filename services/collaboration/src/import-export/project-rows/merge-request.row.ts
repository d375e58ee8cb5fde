/** Exports merge requests to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import { reviewOf } from '#items/merge-requests';
import {
  type DiffVersionDocument,
  type MergeRequestDocument,
  openKeyOf,
  popularityKey,
  type Review,
} from '#items/model';
import { itemRow, restoreItem, restoreUsers } from './item.row';
import { restoreThreads, storeThreads } from './note.row';
import type { ProjectImport } from './project-import';
import { loadRelatedData } from './threads';
import { loadTitles } from './titles';
import type { ProjectRowsDeps } from './deps';

/** Merge requests as archive entries. */
export async function mergeRequestRows(deps: ProjectRowsDeps, requests: MergeRequestDocument[]): Promise<object[]> {
  const related = await loadRelatedData(deps, 'MergeRequest', requests);
  const versions = (await deps.diffs.versions.model
    .find({ merge_request_id: { $in: requests.map(({ _id: id }) => id) } })
    .sort({ _id: 1 })
    .lean()) as DiffVersionDocument[];
  return requests.map((request) => {
    const diffs = versions
      .filter(({ merge_request_id: id }) => id === request._id)
      .sort(byNumber)
      .map(versionRow);
    const { source_branch, target_branch, source_project_id, state, squash, merge_params, merge_error } = request;
    const { merged_at, merged_by_id, merge_commit_sha, squash_commit_sha, approvals_before_merge } = request;
    return {
      ...itemRow(request, related),
      source_branch,
      target_branch,
      source_project_id,
      target_project_id: request.project_id,
      state,
      squash,
      merge_params,
      merge_error,
      allow_maintainer_to_push: request.allow_collaboration,
      merge_commit_sha,
      squash_commit_sha,
      approvals_before_merge,
      metrics: { merged_at, merged_by_id },
      merge_request_assignees: request.assignee_ids.map((user_id) => ({ user_id })),
      merge_request_reviewers: (request.reviewer_ids ?? []).map((id) => reviewRow(reviewOf(request, id))),
      merge_request_diff: diffs.at(-1) ?? null,
      merge_request_diffs: diffs,
    };
  });
}

function reviewRow({ user_id, state, created_at, changed_at }: Review): object {
  return { user_id, state, created_at, updated_at: changed_at };
}

function byNumber(one: DiffVersionDocument, other: DiffVersionDocument): number {
  return one.number - other.number;
}

function versionRow(version: DiffVersionDocument): object {
  const { head_commit_sha, base_commit_sha, start_commit_sha, state, real_size, created_at, commit_ids } = version;
  return {
    head_commit_sha,
    base_commit_sha,
    start_commit_sha,
    state,
    real_size,
    created_at,
    merge_request_diff_commits: commit_ids.map((sha, relative_order) => ({ sha, relative_order })),
  };
}

/**
 * Stores merge requests with their original numbers, and with their versions, notes and reactions.
 */
export async function importMergeRequests(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const threads = rows.map((row, at) =>
    restoreThreads(row, { type: 'MergeRequest', key: importer.keyAt(at) }, importer),
  );
  const titles = await loadTitles(rows, importer);
  const restored = rows.map((row, at) => {
    const versions = restoreVersions(row);
    const request = restoreRequest(row, { importer, versions });
    return {
      versions,
      request: { operation_id: importer.keyAt(at), ...restoreItem(row, { importer, titles }), ...request },
    };
  });
  const requests = restored.map(({ request }) => ({ ...request, open_key: '' }));
  const ids = await importer.deps.items.mergeRequests.insertMany(requests, (request) => ({
    ...request,
    open_key: openKeyOf(request),
    popularity_key: popularityKey(request, request.upvotes),
  }));
  await importer.raise('merge_requests', requests);
  const versions = restored.flatMap(({ versions: those }, at) =>
    those.map((version) => ({
      operation_id: `${importer.keyAt(at)}/diffs/${version.number}`,
      merge_request_id: ids[at] ?? 0,
      project_id: importer.projectId,
      ...version,
    })),
  );
  await importer.deps.diffs.versions.insertMany(versions);
  const targets = threads.map((each, at) => ({ id: ids[at] ?? 0, threads: each }));
  await storeThreads('MergeRequest', targets, importer);
}

type Version = ReturnType<typeof restoreVersions>[number];

/** The diff versions; older archives have only the newest one. */
function restoreVersions(row: UntrustedRecord) {
  const all = row.rows('merge_request_diffs', 10_000);
  const newest = row.row('merge_request_diff');
  const versions = all.length > 0 ? all : newest ? [newest] : [];
  return versions
    .flatMap((version) => {
      const [head, base] = [version.optionalSha('head_commit_sha'), version.optionalSha('base_commit_sha')];
      if (!head || !base) return [];
      return [
        {
          head_commit_sha: head,
          base_commit_sha: base,
          start_commit_sha: version.optionalSha('start_commit_sha') ?? base,
          state: versionState(version),
          real_size: version.optionalText('real_size', 20) ?? '0',
          commit_ids: version.rows('merge_request_diff_commits').flatMap((commit) => commit.optionalSha('sha') ?? []),
          created_at: version.date('created_at'),
        },
      ];
    })
    .map((version, at) => ({ ...version, number: at + 1 }));
}

/** Newer archives distinguish the limits that a diff exceeded. */
function versionState(version: UntrustedRecord): DiffVersionDocument['state'] {
  if (version.optionalText('state', 64)?.startsWith('overflow')) return 'overflow';
  return version.word('state', ['collected', 'empty', 'without_files']);
}

const reviewStates: readonly Review['state'][] = [
  'unreviewed',
  'reviewed',
  'requested_changes',
  'approved',
  'unapproved',
];
const numberedStates = { 1: 'opened', 2: 'closed', 3: 'merged', 4: 'locked' } as const;

/**
 * The fields that only merge requests have. Forks are not imported: open requests from forks are
 * closed.
 */
function restoreRequest(
  row: UntrustedRecord,
  { importer, versions }: { importer: ProjectImport; versions: readonly Version[] },
) {
  const newest = versions.at(-1);
  const metrics = row.row('metrics');
  const target_branch = row.text('target_branch', 255);
  const state = stateOf(row);
  return {
    state,
    source_project_id: importer.projectId,
    source_branch: row.text('source_branch', 255),
    target_branch,
    version_number: newest?.number ?? 0,
    version_size: newest?.real_size ?? '0',
    version_state: newest?.state ?? ('empty' as const),
    version_target: target_branch,
    head_sha: newest?.head_commit_sha ?? null,
    base_sha: newest?.base_commit_sha ?? null,
    start_sha: newest?.start_commit_sha ?? null,
    // The status of merged requests is not checked again.
    merge_status: state === 'merged' ? ('can_be_merged' as const) : ('unchecked' as const),
    checked_source_sha: null,
    checked_target_sha: null,
    merge_error: row.optionalText('merge_error'),
    merge_params: paramsOf(row),
    squash: row.flag('squash'),
    merge_when_pipeline_succeeds: false,
    merge_user_id: null,
    pending_merge: null,
    merged_at: state === 'merged' ? (metrics?.optionalDate('merged_at') ?? row.date('updated_at')) : null,
    merged_by_id: state === 'merged' ? importer.mappedUser(metrics?.optionalNumber('merged_by_id') ?? null) : null,
    merge_commit_sha: row.optionalSha('merge_commit_sha'),
    squash_commit_sha: row.optionalSha('squash_commit_sha'),
    accepted_by: null,
    allow_collaboration: row.flag('allow_maintainer_to_push'),
    pending_rebase: null,
    closes_issue_ids: [],
    approver_ids: [],
    approver_group_ids: [],
    approvals_before_merge: row.has('approvals_before_merge') ? row.count('approvals_before_merge') : null,
    assignee_ids: restoreUsers(row, 'merge_request_assignees', importer),
    reviewer_ids: restoreUsers(row, 'merge_request_reviewers', importer),
    reviews: restoreReviews(row, importer),
  };
}

/** The reviews of mapped users, one for each; those in other states are not begun here. */
function restoreReviews(row: UntrustedRecord, importer: ProjectImport): Review[] {
  const byUser = new Map<number, Review>();
  for (const entry of row.rows('merge_request_reviewers')) {
    const userId = importer.mappedUser(entry.optionalNumber('user_id'));
    if (userId === null || byUser.has(userId)) continue;
    const state = entry.optionalText('state', 64);
    const created_at = entry.optionalDate('created_at') ?? row.date('created_at');
    byUser.set(userId, {
      user_id: userId,
      state: reviewStates.find((each) => each === state) ?? 'unreviewed',
      created_at,
      changed_at: entry.optionalDate('updated_at') ?? created_at,
    });
  }
  return [...byUser.values()];
}

function stateOf(row: UntrustedRecord): MergeRequestDocument['state'] {
  const number = row.optionalNumber('state_id') as keyof typeof numberedStates | null;
  const namedState = number === null ? undefined : numberedStates[number];
  const state = row.has('state')
    ? row.word('state', ['opened', 'closed', 'merged', 'locked'])
    : (namedState ?? 'opened');
  const isOpen = state === 'opened' || state === 'locked';
  const isOfFork = row.optionalNumber('source_project_id') !== row.optionalNumber('target_project_id');
  return isOpen ? (isOfFork ? 'closed' : 'opened') : state;
}

function paramsOf(row: UntrustedRecord): MergeRequestDocument['merge_params'] {
  const params = row.row('merge_params');
  const name = 'force_remove_source_branch';
  // Older archives have it as a string.
  const shouldRemove = params?.isText(name) ? ['true', '1'].includes(params.text(name)) : params?.flag(name);
  return {
    force_remove_source_branch: shouldRemove ?? false,
    should_remove_source_branch: null,
    merge_commit_message: null,
    squash_commit_message: null,
  };
}
