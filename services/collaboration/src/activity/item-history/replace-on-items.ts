/**
 * Removes or replaces labels and milestones on items and in their history. Idempotent: a repeated
 * call continues an interrupted one.
 */
import { changeAll } from '#queries';
import type { ItemHistoryDeps } from './deps';

/** Removes a label from all items, or replaces it by `replacement`. */
export async function removeLabelFromItems(
  deps: ItemHistoryDeps,
  labelId: number,
  replacement: number | null,
): Promise<void> {
  const has = { label_ids: labelId };
  if (replacement !== null)
    await deps.resourceEvents.updateMany({ label_id: labelId }, { $set: { label_id: replacement } });
  for (const { model } of [deps.items.issues, deps.items.mergeRequests, deps.items.epics]) {
    if (replacement !== null) {
      const lacksIt = { $and: [has, { label_ids: { $ne: replacement } }] };
      await changeAll(model as typeof deps.items.issues.model, lacksIt, { $addToSet: { label_ids: replacement } });
    }
    await changeAll(model as typeof deps.items.issues.model, has, { $pull: { label_ids: labelId } });
  }
}

/** Removes a milestone from all items, or replaces it by `replacement`. */
export async function removeMilestoneFromItems(
  deps: ItemHistoryDeps,
  id: number,
  replacement: number | null,
): Promise<void> {
  const change = { $set: { milestone_id: replacement } };
  if (replacement !== null) await deps.resourceEvents.updateMany({ milestone_id: id }, change);
  await changeAll(deps.items.issues.model, { milestone_id: id }, change);
  await changeAll(deps.items.mergeRequests.model, { milestone_id: id }, change);
}
