/** Presents merge requests in the API. */
import type { EventEntity } from '@forgemesh/events';
import { MAX_TIER } from '@forgemesh/access';
import { assignFields } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { presentUser } from '#clients';
import {
  type Associations,
  preloadAssociations,
  presentReferences,
  presentTasks,
  presentTimeStats,
  type ReferenceBase,
} from '#items/shared';
import type { MergeRequestDocument } from '#items/model';
import { loadRequestsWithUnresolvedThreads } from './unresolved-threads';
import { isDraft } from './drafts';
import { presentItemLabels } from '#planning/labels';
import type { MergeRequestChangesDeps, MergeRequestListsDeps, MergeRequestViewDeps } from './deps';
import type { ReferencesDeps } from '#items/references';

/** Options for presenting merge requests. */
export interface MergeRequestView {
  /** The project or group of the request, which references are relative to. */
  base: ReferenceBase;
  /** License tier of the instance. */
  tier: number;
  /** Details of labels instead of their titles. */
  labelDetails?: boolean;
}

/** A merge request with the fields that all responses have. */
export type ListedMergeRequest = ResponseOf<MergeRequest>;

/** Presents merge requests with one read for each kind of association. */
export async function presentMergeRequests(
  deps: MergeRequestViewDeps,
  requests: readonly MergeRequestDocument[],
  view: MergeRequestView,
): Promise<ListedMergeRequest[]> {
  const [associations, blocked] = await Promise.all([
    preloadAssociations(
      deps,
      requests,
      requests.flatMap(({ merged_by_id: id, reviewer_ids: reviewers = [] }) => [id ?? [], reviewers].flat()),
    ),
    loadRequestsWithUnresolvedThreads(deps, requests),
  ]);
  return requests.map((request) =>
    assignFields(presentRest(deps, request, associations, view), presentSimply(request, associations), {
      blocking_discussions_resolved: !blocked.has(request._id),
    }),
  ) as unknown as ListedMergeRequest[];
}

/** Presents only the basic fields of merge requests. */
export async function presentSimpleMergeRequests(
  { display }: MergeRequestChangesDeps,
  requests: readonly MergeRequestDocument[],
): Promise<ListedMergeRequest[]> {
  const projects = await display.projects.find(requests.map(({ project_id: id }) => id));
  return requests.map((request) => presentSimply(request, { projects })) as unknown as ListedMergeRequest[];
}

/** A merge request in its events: as the API shows it, with the additional fields of webhooks. */
export async function presentMergeRequestEvent(
  deps: MergeRequestListsDeps,
  request: MergeRequestDocument,
): Promise<EventEntity<'collaboration.merge_request.updated'>> {
  const [shown] = await presentMergeRequests(deps, [request], { base: {}, tier: MAX_TIER });
  if (!shown) throw new Error('merge request was not presented');
  const { label_ids, merge_error, merge_params, merge_user_id } = request;
  return { ...shown, label_ids, merge_error, merge_params, merge_user_id };
}

function presentSimply(request: MergeRequestDocument, { projects }: Pick<Associations, 'projects'>) {
  const { _id: id, iid, project_id, title, description, state } = request;
  return {
    id,
    iid,
    project_id,
    title,
    description,
    state,
    created_at: request.created_at.toISOString(),
    updated_at: request.updated_at.toISOString(),
    web_url: `${projects.get(project_id)?.web_url ?? ''}/-/merge_requests/${iid}`,
  };
}

function presentRest(
  deps: Pick<ReferencesDeps, 'instance'>,
  request: MergeRequestDocument,
  associations: Associations,
  { base, tier, labelDetails = false }: MergeRequestView,
) {
  const project = associations.projects.get(request.project_id);
  const userOf = (id: number | null): ReturnType<typeof presentUser> => presentUser(associations.users.get(id ?? 0));
  const assignees = request.assignee_ids.flatMap((id) => userOf(id) ?? []);
  const isFork = request.source_project_id !== request.project_id;
  const { allow_collaboration: allows, merge_params: params } = request;
  return {
    merged_by: userOf(request.merged_by_id),
    merged_at: request.merged_at?.toISOString() ?? null,
    closed_by: userOf(request.closed_by_id),
    closed_at: request.closed_at?.toISOString() ?? null,
    target_branch: request.target_branch,
    source_branch: request.source_branch,
    user_notes_count: request.user_notes_count,
    upvotes: request.upvotes,
    downvotes: request.downvotes,
    author: userOf(request.author_id),
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: (request.reviewer_ids ?? []).flatMap((id) => userOf(id) ?? []),
    source_project_id: request.source_project_id,
    target_project_id: request.project_id,
    labels: presentItemLabels(request.label_ids, associations.labels, { details: labelDetails }),
    work_in_progress: isDraft(request.title),
    draft: isDraft(request.title),
    milestone: associations.milestones.get(request.milestone_id ?? 0) ?? null,
    merge_when_pipeline_succeeds: request.merge_when_pipeline_succeeds,
    merge_status: request.merge_status === 'cannot_be_merged_recheck' ? 'unchecked' : request.merge_status,
    sha: request.head_sha,
    merge_commit_sha: request.merge_commit_sha,
    squash_commit_sha: request.squash_commit_sha,
    discussion_locked: request.discussion_locked,
    should_remove_source_branch: params.should_remove_source_branch,
    force_remove_source_branch: params.force_remove_source_branch,
    allow_collaboration: isFork ? allows : undefined,
    allow_maintainer_to_push: isFork ? allows : undefined,
    reference: `!${request.iid}`,
    references: presentReferences('!', request, project?.path_with_namespace ?? '', base),
    time_stats: presentTimeStats(deps, request),
    squash: request.squash,
    task_completion_status: presentTasks(request.description).task_completion_status,
    has_conflicts: request.merge_status === 'cannot_be_merged',
    approvals_before_merge: tier >= 1 ? request.approvals_before_merge : undefined,
  };
}
