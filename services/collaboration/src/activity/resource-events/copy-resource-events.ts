/** Copies resource events to the item that replaces another one. */
import { insertResourceEvents, type ResourceTarget } from './record-resource-events';
import type { ResourceEventDocument } from './resource-event.model';
import type { ResourceEventsDeps } from './deps';

const BATCH = 200;

/**
 * Copies all events of an item except those caused by the move itself; epics get label events only.
 * Idempotent.
 */
export async function copyResourceEvents(
  deps: Pick<ResourceEventsDeps, 'resourceEvents' | 'sequences'>,
  from: ResourceTarget,
  to: ResourceTarget,
): Promise<void> {
  const copied = {
    resource_type: from.type,
    resource_id: from.id,
    kind: to.type === 'Epic' ? 'label' : { $in: ['label', 'milestone', 'state'] },
    is_of_move: { $ne: true },
  };
  for (let after = 0; ;) {
    const rows = await deps.resourceEvents
      .find({ ...copied, _id: { $gt: after } } as object)
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<ResourceEventDocument[]>();
    await insertResourceEvents(
      deps,
      rows.map(({ _id: id, ...row }) => ({
        ...row,
        resource_type: to.type,
        resource_id: to.id,
        effect_key: `copy/${to.type}/${to.id}/${id}`,
      })),
    );
    if (rows.length < BATCH) return;
    after = rows.at(-1)?._id ?? Infinity;
  }
}
