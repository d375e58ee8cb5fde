import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupIssues, projectIssues } from '#items/issues';
import { groupScope, projectScope } from '#planning/labels';
import { listMilestoneIssues } from '../list-milestone-issues';
import type { MilestoneItemsDeps } from '../deps';

/** Lists the issues of a milestone of a project. */
export const listProjectMilestoneIssues = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneIssues,
  async (request, call: Call<MilestoneItemsDeps>) =>
    listMilestoneIssues(call, request, {
      scope: projectScope(call),
      visible: await projectIssues(call),
      base: { project_id: call.resource('id').id },
    }),
);

/** Lists the issues of a milestone of a group. */
export const listGroupMilestoneIssues = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneIssues,
  async (request, call: Call<MilestoneItemsDeps>) =>
    listMilestoneIssues(call, request, {
      scope: groupScope(call),
      visible: await groupIssues(call),
      base: { group_path: call.resource('id').full_path },
    }),
);
