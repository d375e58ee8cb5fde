import { type Call, operation } from '@forgemesh/rpc';
import { REPORTER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authorizeFor } from '#access';
import { ownLabel } from '../change-label';
import { presentLabel } from '../label.entity';
import type { LabelDocument } from '../label.model';
import { projectScope } from '../label-scope';
import { replaceSameTitledLabels } from '../replace-label';
import type { LabelsDeps } from '../deps';

/**
 * Promotes a project's label to a label of its group. The consumer of the group label's event
 * completes an interrupted promotion.
 */
export const promoteProjectLabel = operation(
  ProjectLabelServiceDefinition.promoteProjectLabel,
  async ({ name }, call: Call<LabelsDeps>) => {
    const { deps, principal, operationId } = call;
    const promoted = (await deps.planning.labels.findByOperation(operationId ?? '')) ?? (await promote(call, name));
    await replaceSameTitledLabels(deps, promoted, principal.id);
    const label = (await deps.planning.labels.find(promoted._id)) ?? promoted;
    return presentLabel(label, { project_id: null, user_id: principal.id });
  },
);

async function promote(call: Call<LabelsDeps>, name: string): Promise<LabelDocument> {
  const scope = projectScope(call);
  const label = await ownLabel(call.deps, scope, { name });
  const groupId = scope.group_ids.at(-1);
  if (groupId === undefined) throw new BadRequestError('Failed to promote project label to group label');
  const group = await authorizeFor(call, ReferenceKind.REFERENCE_KIND_GROUP, groupId);
  if (!group.found || group.level < REPORTER) throw new ForbiddenError();
  return (await promoteTo(call, label.title, groupId)) ?? (await insertPromoted(call, label, groupId));
}

/**
 * The existing label of the group with the same title, if any; publishes the promotion event for
 * it.
 */
async function promoteTo(
  { deps, principal }: Call<LabelsDeps>,
  title: string,
  groupId: number,
): Promise<LabelDocument | null> {
  const existing = await deps.planning.labels.model.findOne({ group_id: groupId, title }, { _id: 1 }).lean();
  if (!existing) return null;
  return deps.planning.labels.mutate(existing._id, () => ({ events: [promotion(principal.id)] }));
}

async function insertPromoted(
  call: Call<LabelsDeps>,
  { title, title_lower, color, description }: LabelDocument,
  groupId: number,
): Promise<LabelDocument> {
  const { deps, principal, operationId } = call;
  const now = new Date();
  try {
    return await deps.planning.labels.insert(
      {
        _id: await deps.planning.labels.nextId(),
        project_id: null,
        group_id: groupId,
        title,
        title_lower,
        color,
        description,
        priorities: [],
        subscriptions: [],
        created_at: now,
        updated_at: now,
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'collaboration.label.created', actor: principal.id }, promotion(principal.id)],
    );
  } catch (error) {
    // A label with the same title was promoted concurrently.
    const first = isDuplicateKey(error) ? await promoteTo(call, title, groupId) : null;
    if (!first) throw error;
    return first;
  }
}

function promotion(actor: number) {
  return { type: 'collaboration.label.promoted' as const, actor };
}
