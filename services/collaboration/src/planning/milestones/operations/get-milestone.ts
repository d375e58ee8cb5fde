import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope, projectScope } from '#planning/labels';
import { presentMilestone, findMilestone } from '../find-milestone';
import type { MilestonesDeps } from '../deps';

/** Gets a milestone of a project. */
export const getProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.getProjectMilestone,
  async ({ milestone_id: id }, call: Call<MilestonesDeps>) =>
    presentMilestone(call.deps, await findMilestone(call.deps, projectScope(call), id)),
);

/** Gets a milestone of a group. */
export const getGroupMilestone = operation(
  GroupMilestoneServiceDefinition.getGroupMilestone,
  async ({ milestone_id: id }, call: Call<MilestonesDeps>) =>
    presentMilestone(call.deps, await findMilestone(call.deps, groupScope(call), id)),
);
