import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { projectScope, groupScope } from '#planning/labels/label-scope';
import { projectMergeRequests, groupMergeRequests } from '#items/merge-requests/list/merge-request-filter';
import { operation } from '#operation';
import { listMilestoneMergeRequests } from '../list-milestone-merge-requests';

/** Lists the merge requests of a milestone of a project. */
export const listProjectMilestoneMergeRequests = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneMergeRequests,
  async (request, call) =>
    listMilestoneMergeRequests(call, request, {
      scope: projectScope(call),
      visible: await projectMergeRequests(call),
      base: { project_id: call.resource('id').id },
    }),
);

/** Lists the merge requests of a milestone of a group. */
export const listGroupMilestoneMergeRequests = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneMergeRequests,
  async (request, call) =>
    listMilestoneMergeRequests(call, request, {
      scope: groupScope(call),
      visible: await groupMergeRequests(call),
      base: { group_path: call.resource('id').full_path },
    }),
);
