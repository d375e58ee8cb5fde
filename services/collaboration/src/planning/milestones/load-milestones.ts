/** Loads milestones by id. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import { byId } from '#queries';
import type { LabelScope } from '#planning/labels';
import { presentMilestones } from './milestone.entity';
import type { MilestoneDocument } from './milestone.model';
import type { MilestonesDeps } from './deps';

/** Milestones by id from the cache, for display. */
export async function readMilestones(
  deps: Pick<MilestonesDeps, 'display' | 'planning' | 'queries'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ResponseOf<Milestone>>> {
  if (ids.length === 0) return new Map();
  const milestones = await deps.queries.milestones.getAll(ids, async (missing) =>
    byId(await deps.planning.milestones.model.find({ _id: { $in: missing } }).lean<MilestoneDocument[]>()),
  );
  const entities = await presentMilestones(deps, [...milestones.values()]);
  return new Map(entities.map((entity) => [entity.id, entity]));
}

/** The milestone by id if it belongs to the project or group; null for any other and for `0`. */
export async function milestoneIdOf(
  deps: Pick<MilestonesDeps, 'planning'>,
  { project_id: projectId, group_ids: groupIds }: LabelScope,
  id: number | null,
): Promise<number | null> {
  if (!id) return null;
  const milestone = await deps.planning.milestones.find(id);
  return milestone && belongsTo(milestone, projectId, groupIds) ? milestone._id : null;
}

function belongsTo(milestone: MilestoneDocument, projectId: number | null, groupIds: readonly number[]): boolean {
  if (milestone.project_id !== null) return milestone.project_id === projectId;
  return milestone.group_id !== null && groupIds.includes(milestone.group_id);
}
