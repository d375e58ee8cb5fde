import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope, projectScope } from '#planning/labels';
import { presentMilestone } from '../find-milestone';
import { createMilestone } from '../new-milestone';
import type { MilestonesDeps } from '../deps';

/** Creates a milestone in a project. */
export const createProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.createProjectMilestone,
  async (request, call: Call<MilestonesDeps>) => {
    return presentMilestone(call.deps, await createMilestone(call, projectScope(call), request));
  },
);

/** Creates a milestone in a group. */
export const createGroupMilestone = operation(
  GroupMilestoneServiceDefinition.createGroupMilestone,
  async (request, call: Call<MilestonesDeps>) => {
    return presentMilestone(call.deps, await createMilestone(call, groupScope(call), request));
  },
);
