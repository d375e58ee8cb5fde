/** Creates the copy of an issue that moves to another project. */
import type { Call } from '@forgemesh/rpc';
import { isDuplicateKey, searchFields } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { QueryFilter } from 'mongoose';
import { type IssueDocument, issueOrderKeys, newItemFields, POSITION_STEP } from '#items/model';
import { filterReaders } from '#items/shared';
import { existingLabelIds, type LabelScope, labelsInScope, readLabelsById } from '#planning/labels';
import type { MilestoneDocument } from '#planning/milestones';
import { copyUploadsOf, rewriteReferences } from '#items/references';
import type { IssueMovesDeps } from './deps';

/**
 * Inserts the new issue: the commit point of a move. It keeps author, dates and time tracking.
 * Throws BadRequestError if the issue was moved already.
 */
export async function cloneIssueToProject(
  call: Call<IssueMovesDeps>,
  issue: IssueDocument,
  target: AuthorizedResource,
): Promise<IssueDocument> {
  const { deps, principal, context, operationId } = call;
  const scope = { project_id: target.id, group_ids: target.ancestor_ids };
  const attributes = await transferableAttributes(deps, issue, scope);
  const { title, state, author_id, confidential, discussion_locked, due_date, weight } = issue;
  const source = await deps.display.projects.get(issue.project_id);
  const uploads = await copyUploadsOf(deps, [issue.description ?? ''], {
    from_project_id: issue.project_id,
    to_project_id: target.id,
    actor: principal.id,
    key: `move/${issue._id}`,
  });
  const description =
    issue.description && rewriteReferences(issue.description, source?.path_with_namespace ?? '', uploads);
  const id = await deps.items.issues.nextId();
  try {
    return await deps.items.issues.insert(
      {
        _id: id,
        iid: await deps.sequences.next(`issues/${target.id}`),
        project_id: target.id,
        title,
        description,
        ...searchFields(title, description),
        state,
        author_id,
        confidential,
        discussion_locked,
        due_date,
        weight,
        ...newItemFields(),
        closed_at: issue.closed_at,
        closed_by_id: issue.closed_by_id,
        subscribed_ids: issue.subscribed_ids,
        unsubscribed_ids: issue.unsubscribed_ids,
        time_estimate: issue.time_estimate,
        total_time_spent: issue.total_time_spent,
        ...attributes,
        moved_from_id: issue._id,
        moved_to_id: null,
        duplicated_to_id: null,
        ...issueOrderKeys({ _id: id, due_date, weight }),
        relative_position: id * POSITION_STEP,
        user_agent: context.user_agent || null,
        ip_address: context.address || null,
        created_at: issue.created_at,
        updated_at: new Date(),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'collaboration.issue.created', actor: principal.id, changes: { moved_from_id: issue._id } }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) throw new BadRequestError('Cannot move issue due to insufficient permissions!');
    throw error;
  }
}

type TransferableAttributes = Pick<IssueDocument, 'assignee_ids' | 'label_ids' | 'milestone_id' | 'epic_id'>;

/**
 * The attributes that exist in the new project too: labels and milestone with the same titles,
 * assignees who may read it, and the epic of an ancestor group.
 */
async function transferableAttributes(
  deps: IssueMovesDeps,
  issue: IssueDocument,
  scope: LabelScope,
): Promise<TransferableAttributes> {
  const [labels, milestone, epic] = await Promise.all([
    readLabelsById(deps, issue.label_ids),
    issue.milestone_id === null ? null : deps.planning.milestones.find(issue.milestone_id),
    issue.epic_id === null ? null : deps.items.epics.find(issue.epic_id),
  ]);
  const titles = issue.label_ids.flatMap((id) => labels.get(id)?.title ?? []);
  const [labelIds, milestoneId, assigneeIds] = await Promise.all([
    existingLabelIds(deps, scope, titles),
    milestone ? milestoneIdByTitle(deps, scope, milestone.title) : null,
    filterReaders(deps, scope.project_id ?? 0, issue.assignee_ids, 'issues'),
  ]);
  const keepsEpic = epic !== null && scope.group_ids.includes(epic.group_id);
  return {
    assignee_ids: assigneeIds,
    label_ids: labelIds,
    milestone_id: milestoneId,
    epic_id: keepsEpic ? epic._id : null,
  };
}

async function milestoneIdByTitle({ planning: { milestones } }: IssueMovesDeps, scope: LabelScope, title: string) {
  const filter = { $and: [labelsInScope(scope), { title }] } as unknown as QueryFilter<MilestoneDocument>;
  const found = await milestones.model.findOne(filter, { _id: 1 }).lean<{ _id: number }>();
  return found?._id ?? null;
}
