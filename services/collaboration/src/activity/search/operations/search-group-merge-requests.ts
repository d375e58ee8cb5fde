import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { groupMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { listMergeRequestPage } from '../../../items/merge-requests/list/list-merge-request-page';
import { operation } from '../../../operation';

/** Searches the merge requests of a group and its descendants. */
export const searchGroupMergeRequests = operation(
  ItemSearchServiceDefinition.searchGroupMergeRequests,
  async (request, call) =>
    listMergeRequestPage(call, request, {
      list: await groupMergeRequests(call, { search: request.search }),
      base: { group_path: call.resource('id').full_path },
    }),
);
