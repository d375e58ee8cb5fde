import { type Call, operation } from '@forgemesh/rpc';
import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import {
  allMergeRequests,
  groupMergeRequests,
  listMergeRequestPage,
  projectMergeRequests,
} from '#items/merge-requests';
import type { SearchDeps } from '../deps';

/** Searches the merge requests of the whole instance. */
export const searchMergeRequests = operation(
  ItemSearchServiceDefinition.searchMergeRequests,
  async (request, call: Call<SearchDeps>) =>
    listMergeRequestPage(call, request, {
      list: await allMergeRequests(call, { search: request.search, scope: 'all' }),
      base: {},
    }),
);

/** Searches the merge requests of a project. */
export const searchProjectMergeRequests = operation(
  ItemSearchServiceDefinition.searchProjectMergeRequests,
  async (request, call: Call<SearchDeps>) =>
    listMergeRequestPage(call, request, {
      list: await projectMergeRequests(call, { search: request.search }),
      base: { project_id: call.resource('id').id },
    }),
);

/** Searches the merge requests of a group and its descendants. */
export const searchGroupMergeRequests = operation(
  ItemSearchServiceDefinition.searchGroupMergeRequests,
  async (request, call: Call<SearchDeps>) =>
    listMergeRequestPage(call, request, {
      list: await groupMergeRequests(call, { search: request.search }),
      base: { group_path: call.resource('id').full_path },
    }),
);
