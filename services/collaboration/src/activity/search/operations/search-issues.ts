import { type Call, operation } from '@forgemesh/rpc';
import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { allIssues, groupIssues, listIssuePage, projectIssues } from '#items/issues';
import type { SearchDeps } from '../deps';

/** Searches the issues of the whole instance. */
export const searchIssues = operation(
  ItemSearchServiceDefinition.searchIssues,
  async (request, call: Call<SearchDeps>) =>
    listIssuePage(call, request, {
      list: await allIssues(call, { search: request.search, scope: 'all' }),
      base: {},
    }),
);

/** Searches the issues of a project. */
export const searchProjectIssues = operation(
  ItemSearchServiceDefinition.searchProjectIssues,
  async (request, call: Call<SearchDeps>) =>
    listIssuePage(call, request, {
      list: await projectIssues(call, { search: request.search }),
      base: { project_id: call.resource('id').id },
    }),
);

/** Searches the issues of a group and its descendants. */
export const searchGroupIssues = operation(
  ItemSearchServiceDefinition.searchGroupIssues,
  async (request, call: Call<SearchDeps>) =>
    listIssuePage(call, request, {
      list: await groupIssues(call, { search: request.search }),
      base: { group_path: call.resource('id').full_path },
    }),
);
