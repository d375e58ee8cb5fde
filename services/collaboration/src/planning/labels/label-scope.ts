/** The scope of labels, milestones and boards: a project or group with its ancestors. */
import type { Call } from '@forgemesh/rpc';
import type { QueryFilter } from 'mongoose';
import type { LabelDocument } from './label.model';

/** A project or group with its ancestor groups. */
export interface LabelScope {
  project_id: number | null;
  /** The ancestor groups and, for a group, the group itself; top down. */
  group_ids: readonly number[];
}

/** The scope of the project named by a parameter of the call. */
export function projectScope(call: Call<unknown>, parameter = 'id'): LabelScope {
  const { id, ancestor_ids: groupIds } = call.resource(parameter);
  return { project_id: id, group_ids: groupIds };
}

/** The scope of the group named by a parameter of the call. */
export function groupScope(call: Call<unknown>, parameter = 'id'): LabelScope {
  const { id, ancestor_ids: above } = call.resource(parameter);
  return { project_id: null, group_ids: [...above, id] };
}

/** A scope without the ancestor groups. */
export function ownScope({ project_id: projectId, group_ids: groupIds }: LabelScope): LabelScope {
  return { project_id: projectId, group_ids: projectId === null ? groupIds.slice(-1) : [] };
}

/** Condition on the labels available in a scope: its own and those of ancestor groups. */
export function labelsInScope({ project_id: projectId, group_ids: groupIds }: LabelScope): QueryFilter<LabelDocument> {
  const ofGroups = { group_id: { $in: [...groupIds] } };
  if (projectId === null) return ofGroups;
  return groupIds.length === 0 ? { project_id: projectId } : { $or: [{ project_id: projectId }, ofGroups] };
}
