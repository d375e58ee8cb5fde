import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope, projectScope } from '#planning/labels';
import { changeMilestone } from '../change-milestone';
import { presentMilestone } from '../find-milestone';
import type { MilestonesDeps } from '../deps';

/** Changes a milestone of a project. */
export const updateProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.updateProjectMilestone,
  async (request, call: Call<MilestonesDeps>) => {
    return presentMilestone(call.deps, await changeMilestone(call, projectScope(call), request));
  },
);

/** Changes a milestone of a group. */
export const updateGroupMilestone = operation(
  GroupMilestoneServiceDefinition.updateGroupMilestone,
  async (request, call: Call<MilestonesDeps>) => {
    return presentMilestone(call.deps, await changeMilestone(call, groupScope(call), request));
  },
);
