import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope, projectScope } from '#planning/labels';
import { groupMergeRequests, projectMergeRequests } from '#items/merge-requests';
import { listMilestoneMergeRequests } from '../list-milestone-merge-requests';
import type { MilestoneItemsDeps } from '../deps';

/** Lists the merge requests of a milestone of a project. */
export const listProjectMilestoneMergeRequests = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneMergeRequests,
  async (request, call: Call<MilestoneItemsDeps>) =>
    listMilestoneMergeRequests(call, request, {
      scope: projectScope(call),
      visible: await projectMergeRequests(call),
      base: { project_id: call.resource('id').id },
    }),
);

/** Lists the merge requests of a milestone of a group. */
export const listGroupMilestoneMergeRequests = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneMergeRequests,
  async (request, call: Call<MilestoneItemsDeps>) =>
    listMilestoneMergeRequests(call, request, {
      scope: groupScope(call),
      visible: await groupMergeRequests(call),
      base: { group_path: call.resource('id').full_path },
    }),
);
