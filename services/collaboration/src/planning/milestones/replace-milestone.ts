/**
 * Removes or replaces milestones on items. Idempotent: a repeated call continues an interrupted
 * one.
 */
import { filterInsideGroup } from '#access/inside-group';
import { changeAll } from '#queries/change-all';
import type { Collaboration } from '#deps';
import type { MilestoneDocument } from './milestone.model';

/** Removes a milestone from all items, or replaces it by `replacement`. */
export async function removeMilestoneFromItems(
  deps: Collaboration,
  id: number,
  replacement: number | null,
): Promise<void> {
  const change = { $set: { milestone_id: replacement } };
  if (replacement !== null) await deps.resourceEvents.updateMany({ milestone_id: id }, change);
  await changeAll(deps.issues.model, { milestone_id: id }, change);
  await changeAll(deps.mergeRequests.model, { milestone_id: id }, change);
}

/** Replaces all milestones with the same title inside the milestone's group by that milestone. */
export async function replaceSameTitledMilestones(
  deps: Collaboration,
  target: MilestoneDocument,
  actor: number,
): Promise<void> {
  const { _id: id, title, group_id: groupId } = target;
  const others = await deps.milestones.model.find({ title, _id: { $ne: id } }).lean<MilestoneDocument[]>();
  for (const milestone of await filterInsideGroup(deps, others, groupId)) {
    await removeMilestoneFromItems(deps, milestone._id, id);
    // The consumer of this event updates items that got the milestone in the meantime.
    await deps.milestones.remove(milestone, {
      type: 'collaboration.milestone.deleted',
      actor,
      changes: { replaced_by_id: id },
    });
  }
}
