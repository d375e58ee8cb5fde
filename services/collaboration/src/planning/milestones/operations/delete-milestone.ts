import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope, projectScope } from '#planning/labels';
import { removeMilestone } from '../change-milestone';
import type { MilestonesDeps } from '../deps';

/** Removes a milestone of a project. */
export const deleteProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.deleteProjectMilestone,
  async ({ milestone_id: id }, call: Call<MilestonesDeps>) => {
    await removeMilestone(call, projectScope(call), id);
    return {};
  },
);

/** Removes a milestone of a group. */
export const deleteGroupMilestone = operation(
  GroupMilestoneServiceDefinition.deleteGroupMilestone,
  async ({ milestone_id: id }, call: Call<MilestonesDeps>) => {
    await removeMilestone(call, groupScope(call), id);
    return {};
  },
);
