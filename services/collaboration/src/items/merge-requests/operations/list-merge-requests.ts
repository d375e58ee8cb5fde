import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { listMergeRequestPage } from '../list/list-merge-request-page';
import { allMergeRequests, projectMergeRequests, groupMergeRequests } from '../list/merge-request-filter';
import type { MergeRequestListsDeps } from '../deps';

/** Lists merge requests of all projects. */
export const listMergeRequests = operation(
  MergeRequestServiceDefinition.listMergeRequests,
  async (request, call: Call<MergeRequestListsDeps>) =>
    listMergeRequestPage(call, request, {
      list: await allMergeRequests(call, request.filter),
      base: {},
    }),
);

/** Lists merge requests into a project. */
export const listProjectMergeRequests = operation(
  MergeRequestServiceDefinition.listProjectMergeRequests,
  async (request, call: Call<MergeRequestListsDeps>) =>
    listMergeRequestPage(call, request, {
      list: await projectMergeRequests(call, request.filter),
      base: { project_id: call.resource('id').id },
    }),
);

/** Lists merge requests into a group's projects. */
export const listGroupMergeRequests = operation(
  MergeRequestServiceDefinition.listGroupMergeRequests,
  async (request, call: Call<MergeRequestListsDeps>) =>
    listMergeRequestPage(call, request, {
      list: await groupMergeRequests(call, request.filter),
      base: { group_path: call.resource('id').full_path },
    }),
);
