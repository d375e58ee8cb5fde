import { type Call, operation } from '@forgemesh/rpc';
import { DEVELOPER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authorizeFor } from '#access';
import { projectScope } from '#planning/labels';
import { presentMilestone, findMilestone } from '../find-milestone';
import type { MilestoneDocument } from '../milestone.model';
import { insertMilestone } from '../new-milestone';
import { replaceSameTitledMilestones } from '../replace-milestone';
import type { MilestonesDeps } from '../deps';

/**
 * Promotes a project's milestone to a milestone of its group. The consumer of the group milestone's
 * event completes an interrupted promotion.
 */
export const promoteProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.promoteProjectMilestone,
  async ({ milestone_id: id }, call: Call<MilestonesDeps>) => {
    const { deps, principal, operationId } = call;
    const promoted = (await deps.planning.milestones.findByOperation(operationId ?? '')) ?? (await promote(call, id));
    await replaceSameTitledMilestones(deps, promoted, principal.id);
    return presentMilestone(deps, promoted);
  },
);

async function promote(call: Call<MilestonesDeps>, id: number): Promise<MilestoneDocument> {
  const scope = projectScope(call);
  const milestone = await findMilestone(call.deps, scope, id);
  const groupId = scope.group_ids.at(-1);
  if (groupId === undefined) throw new BadRequestError('Project does not belong to a group.');
  const group = await authorizeFor(call, ReferenceKind.REFERENCE_KIND_GROUP, groupId);
  if (!group.found || group.level < DEVELOPER) throw new ForbiddenError();
  return (await promoteTo(call, milestone.title, groupId)) ?? (await insertPromoted(call, milestone, groupId));
}

/**
 * The existing milestone of the group with the same title, if any; publishes the promotion event
 * for it.
 */
async function promoteTo(
  { deps, principal }: Call<MilestonesDeps>,
  title: string,
  groupId: number,
): Promise<MilestoneDocument | null> {
  const existing = await deps.planning.milestones.model.findOne({ group_id: groupId, title }, { _id: 1 }).lean();
  return existing && deps.planning.milestones.mutate(existing._id, () => ({ events: [promotion(principal.id)] }));
}

async function insertPromoted(
  call: Call<MilestonesDeps>,
  { title, description, start_date, due_date, state, closed_at }: MilestoneDocument,
  groupId: number,
): Promise<MilestoneDocument> {
  const content = { title, description, start_date, due_date, state, closed_at };
  const scope = { project_id: null, group_ids: [groupId] };
  try {
    return await insertMilestone(call, scope, content, [promotion(call.principal.id)]);
  } catch (error) {
    // A milestone with the same title was promoted concurrently.
    const first = isDuplicateKey(error) ? await promoteTo(call, title, groupId) : null;
    if (!first) throw error;
    return first;
  }
}

function promotion(actor: number) {
  return { type: 'collaboration.milestone.promoted' as const, actor };
}
