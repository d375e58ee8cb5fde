/**
 * Replaces milestones by one of a group. Idempotent: a repeated call continues an interrupted one.
 */
import { filterInsideGroup } from '#access';
import type { MilestoneDocument } from './milestone.model';
import type { MilestonesDeps } from './deps';

/** Replaces all milestones with the same title inside the milestone's group by that milestone. */
export async function replaceSameTitledMilestones(
  deps: MilestonesDeps,
  target: MilestoneDocument,
  actor: number,
): Promise<void> {
  const { _id: id, title, group_id: groupId } = target;
  const others = await deps.planning.milestones.model.find({ title, _id: { $ne: id } }).lean<MilestoneDocument[]>();
  for (const milestone of await filterInsideGroup(deps, others, groupId)) {
    await deps.plannedItems.replaceMilestone(milestone._id, id);
    // The consumer of this event updates items that got the milestone in the meantime.
    await deps.planning.milestones.remove(milestone, {
      type: 'collaboration.milestone.deleted',
      actor,
      changes: { replaced_by_id: id },
    });
  }
}
