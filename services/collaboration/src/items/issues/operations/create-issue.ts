import { OWNER } from '@forgemesh/access';
import { randomUUID } from 'node:crypto';
import { isDuplicateKey, searchFields } from '@forgemesh/data';
import { ValidationError } from '@forgemesh/errors';
import { type Parameters, type Call, operation } from '@forgemesh/rpc';
import { IssueServiceDefinition, type CreateIssueRequest } from '@forgemesh/proto/collaboration/v1/issue';
import { type IssueDocument, issueOrderKeys, newItemFields, POSITION_STEP } from '#items/model';
import { assertTexts } from '#texts';
import { preloadNames } from '#clients';
import { createWithQuickActions, initialChanges } from '#items/shared';
import { assertNotSpam } from '../assert-not-spam';
import { presentIssueFor } from '../find-issue';
import { administeredAttributes, hasRefusableAttributes, type AttributesRequest } from '../changes/issue-attributes';
import { cacheNewIssue } from '../issue.entity';
import type { IssuesDeps } from '../deps';

/** Creates an issue. */
export const createIssue = operation(IssueServiceDefinition.createIssue, async (request, call: Call<IssuesDeps>) => {
  const inserted = await createWithQuickActions(call, 'Issue', request, (bare) => insertIssue(call, bare));
  return presentIssueFor(call, inserted);
});

type Request = Parameters<CreateIssueRequest>;

async function insertIssue(call: Call<IssuesDeps>, request: Request): Promise<IssueDocument> {
  const { deps, principal, context, operationId } = call;
  const { id: projectId, level } = call.resource('id');
  const attributes: AttributesRequest = request.attributes ?? {};
  const title = request.title.trim();
  const description = attributes.description ?? null;
  assertTexts({ title, description });
  await assertNotSpam(call, { title, description, confidential: attributes.confidential ?? false });
  const canSetDates = level >= OWNER;
  const now = new Date();
  const createdAt = canSetDates && request.created_at ? new Date(request.created_at) : now;
  const administering = administeredAttributes(call, attributes);
  // A drawn number cannot be returned, so attributes that may be refused are checked before.
  if (hasRefusableAttributes(attributes)) await administering;
  const [administered, id, iid] = await Promise.all([
    administering,
    deps.items.issues.nextId(),
    numberOf(call, canSetDates ? request.iid : undefined),
    preloadNames(deps, { userIds: [principal.id], projectIds: [projectId] }),
  ]);
  await cacheNewIssue(deps, id);
  const changes = initialChanges({ label_ids: [], ...administered });
  const created = { id: randomUUID(), type: 'collaboration.issue.created' as const, actor: principal.id, changes };
  try {
    // A retry returns the existing issue; the id and iid drawn by this attempt are lost.
    const inserted = await deps.items.issues.insert(
      {
        _id: id,
        iid,
        project_id: projectId,
        title,
        description,
        ...searchFields(title, description),
        state: 'opened',
        author_id: principal.id,
        ...newItemFields(),
        assignee_ids: [],
        label_ids: [],
        milestone_id: null,
        due_date: null,
        discussion_locked: null,
        weight: null,
        epic_id: null,
        ...administered,
        ...issueOrderKeys({ _id: id, ...administered }),
        confidential: attributes.confidential ?? false,
        time_estimate: 0,
        total_time_spent: 0,
        moved_to_id: null,
        duplicated_to_id: null,
        relative_position: id * POSITION_STEP,
        user_agent: context.user_agent || null,
        ip_address: context.address || null,
        created_at: createdAt,
        updated_at: createdAt,
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [created],
    );
    if (inserted._id === id) await deps.history.recordResourceEvents({ type: 'Issue', id }, created);
    return inserted;
  } catch (error) {
    if (isDuplicateKey(error)) throw new ValidationError({ iid: ['has already been taken'] });
    throw error;
  }
}

/** The next number of the project, or the requested one; later numbers are greater. */
async function numberOf(call: Call<IssuesDeps>, requested: number | undefined): Promise<number> {
  const { sequences } = call.deps;
  const name = `issues/${call.resource('id').id}`;
  if (requested === undefined) return sequences.next(name);
  await sequences.raise(name, requested);
  return requested;
}
