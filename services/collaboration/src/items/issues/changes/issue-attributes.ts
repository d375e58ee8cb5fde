/** Resolves the issue attributes of a request to stored fields. */
import { EPIC_TIER } from '@forgemesh/access';
import type { Parameters, Call } from '@forgemesh/rpc';
import type { IssueAttributes } from '@forgemesh/proto/collaboration/v1/issue';
import { assigneeIdsOf } from '#items/shared';
import { itemLabelIds, MAX_LABELS, projectScope, titleErrors } from '#planning/labels';
import { canAdminIssues } from '#access';
import { epicIdOf } from '../epic-of-issue';
import type { IssueDocument } from '#items/model';
import { milestoneIdOf } from '#planning/milestones';
import type { IssueListsDeps } from '../deps';

/** Attributes of a request. */
export type AttributesRequest = Partial<Parameters<IssueAttributes>>;

type Administered = Pick<
  IssueDocument,
  'assignee_ids' | 'label_ids' | 'milestone_id' | 'due_date' | 'discussion_locked' | 'weight' | 'epic_id'
>;

/**
 * Whether the request has attributes that may cause an error: an epic, the title of an invalid
 * label, or too many labels. Other invalid attributes are ignored.
 */
export function hasRefusableAttributes({ labels = [], epic_id, epic_iid }: AttributesRequest): boolean {
  return (
    Boolean(epic_id ?? epic_iid) ||
    labels.length > MAX_LABELS ||
    labels.some((title) => titleErrors(title.trim()).length > 0)
  );
}

/**
 * The attributes that only users who administer issues may set; empty for other callers. Attributes
 * missing from the request are left out. `current` is the issue to change; absent for a new one.
 */
export async function administeredAttributes(
  call: Call<IssueListsDeps>,
  request: AttributesRequest,
  current?: IssueDocument,
): Promise<Partial<Administered>> {
  const { deps, context } = call;
  const project = call.resource('id');
  if (!canAdminIssues(project)) return {};
  const scope = projectScope(call);
  const { labels, milestone_id: milestoneId, due_date, discussion_locked, weight } = request;
  const assignees =
    request.assignee_ids ?? (request.assignee_id === undefined ? undefined : [request.assignee_id ?? 0]);
  const [assigneeIds, labelIds, milestone, epicId] = await Promise.all([
    assignees && assigneeIdsOf(deps, project.id, assignees, { feature: 'issues', tier: context.tier }),
    labels && itemLabelIds(call, scope, labels, { current: current?.label_ids }),
    milestoneId === undefined ? undefined : milestoneIdOf(deps, scope, milestoneId),
    context.tier >= EPIC_TIER ? epicIdOf(call, request) : undefined,
  ]);
  return {
    ...(assigneeIds && { assignee_ids: assigneeIds }),
    ...(labelIds && { label_ids: labelIds }),
    ...(milestone !== undefined && { milestone_id: milestone }),
    ...(epicId !== undefined && { epic_id: epicId }),
    ...(due_date !== undefined && { due_date }),
    ...(discussion_locked !== undefined && { discussion_locked }),
    ...(weight !== undefined && context.tier >= 1 && { weight }),
  };
}
