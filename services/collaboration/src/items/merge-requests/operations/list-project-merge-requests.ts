import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../../../operation';
import { listMergeRequestPage } from '../list/list-merge-request-page';
import { projectMergeRequests } from '../list/merge-request-filter';

/** Lists merge requests into a project. */
export const listProjectMergeRequests = operation(
  MergeRequestServiceDefinition.listProjectMergeRequests,
  async (request, call) =>
    listMergeRequestPage(call, request, {
      list: await projectMergeRequests(call, request.filter),
      base: { project_id: call.resource('id').id },
    }),
);
