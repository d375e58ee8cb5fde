/** Creates milestones. */
import type { Call } from '@forgemesh/rpc';
import { isDuplicateKey, type NewEvent } from '@forgemesh/data';
import type { LabelScope } from '#planning/labels';
import { assertFreeTitle, assertMilestone, titleTaken } from './milestone-rules';
import { milestoneSearch, type MilestoneDocument } from './milestone.model';
import type { MilestonesDeps } from './deps';

/** Optional attributes of a request. */
export interface MilestoneRequest {
  description?: string | null | undefined;
  start_date?: string | null | undefined;
  due_date?: string | null | undefined;
}

/** Creates the requested milestone. A repeated write returns the existing one. */
export async function createMilestone(
  call: Call<MilestonesDeps>,
  scope: LabelScope,
  request: { title: string; attributes?: MilestoneRequest | undefined },
): Promise<MilestoneDocument> {
  const { deps, operationId } = call;
  const earlier = await deps.planning.milestones.findByOperation(operationId ?? '');
  if (earlier) return earlier;
  const { description = null, start_date = null, due_date = null } = request.attributes ?? {};
  const fields = { title: request.title.trim(), description, start_date, due_date };
  assertMilestone(fields);
  await assertFreeTitle(deps, scope, fields.title);
  try {
    return await insertMilestone(call, scope, { ...fields, state: 'active', closed_at: null });
  } catch (error) {
    throw isDuplicateKey(error) ? titleTaken() : error;
  }
}

type Content = Pick<MilestoneDocument, 'title' | 'description' | 'start_date' | 'due_date' | 'state' | 'closed_at'>;

/**
 * Stores a new milestone of a project or group, with additional events. Throws the duplicate-key
 * error if the title exists.
 */
export async function insertMilestone(
  { deps, principal, operationId }: Call<MilestonesDeps>,
  scope: LabelScope,
  content: Content,
  events: NewEvent[] = [],
): Promise<MilestoneDocument> {
  const groupId = scope.project_id === null ? (scope.group_ids.at(-1) ?? null) : null;
  const now = new Date();
  return deps.planning.milestones.insert(
    {
      _id: await deps.planning.milestones.nextId(),
      iid: await nextNumber(deps, { project_id: scope.project_id, group_id: groupId }),
      project_id: scope.project_id,
      group_id: groupId,
      ...content,
      ...milestoneSearch(content.title, content.description),
      created_at: now,
      updated_at: now,
      ...(operationId !== undefined && { operation_id: operationId }),
    },
    [{ type: 'collaboration.milestone.created', actor: principal.id }, ...events],
  );
}

function nextNumber(
  { sequences }: MilestonesDeps,
  { project_id: projectId, group_id: groupId }: Pick<MilestoneDocument, 'project_id' | 'group_id'>,
): Promise<number> {
  return sequences.next(projectId === null ? `group_milestones/${groupId ?? 0}` : `milestones/${projectId}`);
}
