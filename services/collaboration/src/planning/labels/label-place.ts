/** Where labels are looked for. */
import type { QueryFilter } from 'mongoose';
import type { CollaborationCall } from '../../operation';
import type { LabelDocument } from './label.model';

/** A project or group with the groups above it. */
export interface LabelPlace {
  project_id: number | null;
  /** The group itself and those above it, or those above the project. */
  group_ids: readonly number[];
}

/** The place that a call names by a project. */
export function projectPlace(call: CollaborationCall, parameter = 'id'): LabelPlace {
  const { id, ancestor_ids: groupIds } = call.resource(parameter);
  return { project_id: id, group_ids: groupIds };
}

/** The place that a call names by a group. */
export function groupPlace(call: CollaborationCall, parameter = 'id'): LabelPlace {
  const { id, ancestor_ids: above } = call.resource(parameter);
  return { project_id: null, group_ids: [...above, id] };
}

/** A place without what is above it. */
export function ownPlace({ project_id: projectId, group_ids: groupIds }: LabelPlace): LabelPlace {
  return { project_id: projectId, group_ids: projectId === null ? groupIds.slice(-1) : [] };
}

/** The labels that count at a place: its own and those of the groups above. */
export function labelsAt({ project_id: projectId, group_ids: groupIds }: LabelPlace): QueryFilter<LabelDocument> {
  const ofGroups = { group_id: { $in: [...groupIds] } };
  if (projectId === null) return ofGroups;
  return groupIds.length === 0 ? { project_id: projectId } : { $or: [{ project_id: projectId }, ofGroups] };
}
