import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { allMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { listMergeRequestPage } from '../../../items/merge-requests/list/list-merge-request-page';
import { operation } from '../../../operation';

/** Searches the merge requests of the whole instance. */
export const searchMergeRequests = operation(ItemSearchServiceDefinition.searchMergeRequests, async (request, call) =>
  listMergeRequestPage(call, request, {
    list: await allMergeRequests(call, { search: request.search, scope: 'all' }),
    base: {},
  }),
);
