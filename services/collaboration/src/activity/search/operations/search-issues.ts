import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { allIssues } from '../../../items/issues/list/issue-filter';
import { listIssuePage } from '../../../items/issues/list/list-issue-page';
import { operation } from '../../../operation';

/** Searches the issues of the whole instance. */
export const searchIssues = operation(ItemSearchServiceDefinition.searchIssues, async (request, call) =>
  listIssuePage(call, request, {
    list: await allIssues(call, { search: request.search, scope: 'all' }),
    base: {},
  }),
);
