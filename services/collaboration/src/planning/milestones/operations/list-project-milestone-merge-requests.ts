import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectScope } from '../../labels/label-scope';
import { projectMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { operation } from '../../../operation';
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
