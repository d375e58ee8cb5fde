/** Promotes issues to epics. */
import type { Call } from '@forgemesh/rpc';
import { EPIC_TIER, REPORTER } from '@forgemesh/access';
import { isDuplicateKey, searchFields } from '@forgemesh/data';
import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authorizeFor, canAdminIssues } from '#access';
import { type EpicDocument, type IssueDocument, newEpicFields } from '#items/model';
import { labelIdsOf, readLabelsById } from '#planning/labels';
import { rewriteReferences } from '#items/references';
import { finalizePromotion } from './finalize-promotion';
import type { PromotionsDeps } from './deps';

/**
 * Creates an epic with the content of an issue in the parent group of its project; the insertion is
 * the commit point. Throws ForgeError if the caller may not, or if the issue is confidential,
 * because epics are visible to all readers of their group.
 */
export async function promoteIssue(call: Call<PromotionsDeps>, issue: IssueDocument): Promise<void> {
  const { deps, principal, context } = call;
  const groupId = call.resource('id').ancestor_ids.at(-1);
  if (context.tier < EPIC_TIER || groupId === undefined || issue.confidential || !canAdminIssues(call.resource('id')))
    throw new ForbiddenError();
  const group = await authorizeFor(call, ReferenceKind.REFERENCE_KIND_GROUP, groupId);
  if (!group.found || group.level < REPORTER) throw new ForbiddenError();
  const earlier = await deps.items.epics.findByOperation(call.operationId ?? '');
  const epic = earlier ?? (await insertEpicOf(call, issue, [...group.ancestor_ids, groupId]));
  await finalizePromotion(deps, epic, principal.id);
}

async function insertEpicOf(
  call: Call<PromotionsDeps>,
  issue: IssueDocument,
  groupIds: number[],
): Promise<EpicDocument> {
  const { deps, principal, operationId } = call;
  const groupId = groupIds.at(-1) ?? 0;
  const labels = await readLabelsById(deps, issue.label_ids);
  const titles = issue.label_ids.flatMap((id) => labels.get(id)?.title ?? []);
  const { title, author_id, subscribed_ids, unsubscribed_ids } = issue;
  const source = await deps.display.projects.get(issue.project_id);
  const description = issue.description && rewriteReferences(issue.description, source?.path_with_namespace ?? '');
  const now = new Date();
  const id = await deps.items.epics.nextId();
  try {
    return await deps.items.epics.insert(
      {
        _id: id,
        iid: await deps.sequences.next(`epics/${groupId}`),
        group_id: groupId,
        title,
        description,
        ...searchFields(title, description),
        ...newEpicFields(),
        author_id,
        subscribed_ids,
        unsubscribed_ids,
        label_ids: await labelIdsOf(deps, { project_id: null, group_ids: groupIds }, titles, principal.id),
        promoted_from_id: issue._id,
        created_at: now,
        updated_at: now,
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'collaboration.epic.created', actor: principal.id, changes: { promoted_from_id: issue._id } }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) throw new BadRequestError('The issue is an epic already');
    throw error;
  }
}
