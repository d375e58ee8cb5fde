/**
 * What becomes of items when their milestone ends. All of it may be repeated, and goes on where it
 * was cut off.
 */
import { insideGroup } from '../../access/inside-group';
import { changeAll } from '../../items/shared/change-all';
import type { Collaboration } from '../../deps';
import type { MilestoneDocument } from './milestone.model';

/** Takes a milestone from all items; they get the other one, or none. */
export async function takeMilestone(deps: Collaboration, id: number, replacement: number | null): Promise<void> {
  const change = { $set: { milestone_id: replacement } };
  if (replacement !== null) await deps.resourceEvents.updateMany({ milestone_id: id }, change);
  await changeAll(deps.issues.model, { milestone_id: id }, change);
  await changeAll(deps.mergeRequests.model, { milestone_id: id }, change);
}

/** Makes all milestones of the same title inside the group of a milestone that milestone. */
export async function absorbMilestones(deps: Collaboration, target: MilestoneDocument, actor: number): Promise<void> {
  const { _id: id, title, group_id: groupId } = target;
  const others = await deps.milestones.model.find({ title, _id: { $ne: id } }).lean<MilestoneDocument[]>();
  for (const milestone of await insideGroup(deps, others, groupId)) {
    await takeMilestone(deps, milestone._id, id);
    // Items that got the milestone meanwhile change with its event.
    await deps.milestones.remove(milestone, {
      type: 'collaboration.milestone.deleted',
      actor,
      changes: { replaced_by_id: id },
    });
  }
}
