import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectPlace } from '../../labels/label-place';
import { projectMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { operation } from '../../../operation';
import { listMilestoneMergeRequests } from '../list-milestone-merge-requests';

/** Lists the merge requests of a milestone of a project. */
export const listProjectMilestoneMergeRequests = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneMergeRequests,
  async (request, call) =>
    listMilestoneMergeRequests(call, request, {
      place: projectPlace(call),
      visible: await projectMergeRequests(call),
      base: { project_id: call.resource('id').id },
    }),
);
