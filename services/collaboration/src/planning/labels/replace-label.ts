/**
 * Replaces labels by a label of a group. Idempotent: a repeated call continues an interrupted one.
 */
import { filterInsideGroup } from '#access';
import type { LabelDocument } from './label.model';
import type { LabelsDeps } from './deps';

/** Replaces all labels with the same title inside the label's group by that label. */
export async function replaceSameTitledLabels(deps: LabelsDeps, target: LabelDocument, actor: number): Promise<void> {
  const { _id: id, title, title_lower, group_id: groupId } = target;
  const others = await deps.planning.labels.model
    .find({ title_lower, title, _id: { $ne: id } })
    .lean<LabelDocument[]>();
  for (const label of await filterInsideGroup(deps, others, groupId)) {
    await transferSettings(deps, target, label);
    await deps.plannedItems.replaceLabel(label._id, id);
    // The consumer of this event updates items that got the label in the meantime.
    await deps.planning.labels.remove(label, {
      type: 'collaboration.label.deleted',
      actor,
      changes: { replaced_by_id: id },
    });
  }
}

/** Transfers the priorities and subscriptions of a label to its replacement. */
async function transferSettings(deps: LabelsDeps, target: LabelDocument, label: LabelDocument): Promise<void> {
  await deps.planning.labels.mutate(target._id, ({ priorities, subscriptions }) => {
    const newPriorities = label.priorities.filter(
      ({ project_id: id }) => !priorities.some((existing) => existing.project_id === id),
    );
    const newSubscriptions = label.subscriptions
      .map(({ user_id, project_id }) => ({ user_id, project_id: project_id ?? label.project_id }))
      .filter((one) => !subscriptions.some((existing) => isSame(existing, one)));
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
