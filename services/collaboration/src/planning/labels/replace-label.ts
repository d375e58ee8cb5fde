/**
 * What becomes of items when their label ends. All of it may be repeated, and goes on where it was
 * cut off.
 */
import { insideGroup } from '../../access/inside-group';
import type { Collaboration } from '../../deps';
import { changeAll } from '../../items/shared/change-all';
import type { LabelDocument } from './label.model';

/** Takes a label from all items; they get another one instead where `replacement` is not null. */
export async function takeFromItems(deps: Collaboration, labelId: number, replacement: number | null): Promise<void> {
  const has = { label_ids: labelId };
  if (replacement !== null)
    await deps.resourceEvents.updateMany({ label_id: labelId }, { $set: { label_id: replacement } });
  for (const { model } of [deps.issues, deps.mergeRequests, deps.epics]) {
    if (replacement !== null) {
      const lacksIt = { $and: [has, { label_ids: { $ne: replacement } }] };
      await changeAll(model as typeof deps.issues.model, lacksIt, { $addToSet: { label_ids: replacement } });
    }
    await changeAll(model as typeof deps.issues.model, has, { $pull: { label_ids: labelId } });
  }
}

/** Makes all labels of the same title inside the group of a label that label. */
export async function absorbSameTitled(deps: Collaboration, target: LabelDocument, actor: number): Promise<void> {
  const { _id: id, title, title_lower, group_id: groupId } = target;
  const others = await deps.labels.model.find({ title_lower, title, _id: { $ne: id } }).lean<LabelDocument[]>();
  for (const label of await insideGroup(deps, others, groupId)) {
    await takeOver(deps, target, label);
    await takeFromItems(deps, label._id, id);
    // Items that got the label meanwhile change with its event.
    await deps.labels.remove(label, {
      type: 'collaboration.label.deleted',
      actor,
      changes: { replaced_by_id: id },
    });
  }
}

/** Keeps how important a label is in its project, and who wants to hear of it there. */
async function takeOver(deps: Collaboration, target: LabelDocument, label: LabelDocument): Promise<void> {
  await deps.labels.mutate(target._id, ({ priorities, subscriptions }) => {
    const newPriorities = label.priorities.filter(
      ({ project_id: id }) => !priorities.some((known) => known.project_id === id),
    );
    const newSubscriptions = label.subscriptions
      .map(({ user_id, project_id }) => ({ user_id, project_id: project_id ?? label.project_id }))
      .filter((one) => !subscriptions.some((known) => isSame(known, one)));
    if (newPriorities.length + newSubscriptions.length === 0) return null;
    return {
      set: {
        priorities: [...priorities, ...newPriorities],
        subscriptions: [...subscriptions, ...newSubscriptions],
      },
    };
  });
}

type Subscription = LabelDocument['subscriptions'][number];

function isSame(one: Subscription, other: Subscription): boolean {
  return one.user_id === other.user_id && one.project_id === other.project_id;
}
