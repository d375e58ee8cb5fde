import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../../../operation';
import { listMergeRequestPage } from '../list/list-merge-request-page';
import { groupMergeRequests } from '../list/merge-request-filter';

/** Lists merge requests into a group's projects. */
export const listGroupMergeRequests = operation(
  MergeRequestServiceDefinition.listGroupMergeRequests,
  async (request, call) =>
    listMergeRequestPage(call, request, {
      list: await groupMergeRequests(call, request.filter),
      base: { group_path: call.resource('id').full_path },
    }),
);
