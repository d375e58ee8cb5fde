/** Resolves the merge request attributes of a request to stored fields. */
import type { Parameters, Call } from '@forgemesh/rpc';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { MergeRequestAttributes } from '@forgemesh/proto/collaboration/v1/merge_request';
import { assigneeIdsOf } from '#items/shared';
import { itemLabelIds } from '#planning/labels';
import { canAdminMergeRequests } from '#access';
import type { MergeRequestDocument } from '#items/model';
import { milestoneIdOf } from '#planning/milestones';
import type { MergeRequestChangesDeps } from '../deps';

/** Attributes of a request. */
export type AttributesRequest = Partial<Parameters<MergeRequestAttributes>>;

type Administered = Pick<MergeRequestDocument, 'assignee_ids' | 'reviewer_ids' | 'label_ids' | 'milestone_id'>;

/**
 * The attributes that only users who administer merge requests may set; empty for other callers.
 * Attributes missing from the request are left out. `current` is the merge request to change;
 * absent for a new one.
 */
export async function administeredAttributes(
  call: Call<MergeRequestChangesDeps>,
  project: AuthorizedResource,
  request: AttributesRequest,
  current?: MergeRequestDocument,
): Promise<Partial<Administered>> {
  const { deps, context } = call;
  if (!canAdminMergeRequests(project)) return {};
  const scope = { project_id: project.id, group_ids: project.ancestor_ids };
  const { labels, milestone_id: milestoneId, assignee_ids: listed, assignee_id: single } = request;
  const assignees = listed ?? (single === undefined ? undefined : [single ?? 0]);
  const readers = { feature: 'merge_requests' as const, tier: context.tier };
  const [assigneeIds, reviewerIds, labelIds, milestone] = await Promise.all([
    assignees && assigneeIdsOf(deps, project.id, assignees, readers),
    request.reviewer_ids && assigneeIdsOf(deps, project.id, request.reviewer_ids, readers),
    labels && itemLabelIds(call, scope, labels, { current: current?.label_ids }),
    milestoneId === undefined ? undefined : milestoneIdOf(deps, scope, milestoneId),
  ]);
  return {
    ...(assigneeIds && { assignee_ids: assigneeIds }),
    ...(reviewerIds && { reviewer_ids: reviewerIds }),
    ...(labelIds && { label_ids: labelIds }),
    ...(milestone !== undefined && { milestone_id: milestone }),
  };
}
