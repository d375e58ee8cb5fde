import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../../../operation';
import { listMergeRequestPage } from '../list/list-merge-request-page';
import { allMergeRequests } from '../list/merge-request-filter';

/** Lists merge requests of all projects. */
export const listMergeRequests = operation(MergeRequestServiceDefinition.listMergeRequests, async (request, call) =>
  listMergeRequestPage(call, request, {
    list: await allMergeRequests(call, request.filter),
    base: {},
  }),
);
