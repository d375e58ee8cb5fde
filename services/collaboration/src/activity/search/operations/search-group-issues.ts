import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { groupIssues } from '../../../items/issues/list/issue-filter';
import { listIssuePage } from '../../../items/issues/list/list-issue-page';
import { operation } from '../../../operation';

/** Searches the issues of a group and its descendants. */
export const searchGroupIssues = operation(ItemSearchServiceDefinition.searchGroupIssues, async (request, call) =>
  listIssuePage(call, request, {
    list: await groupIssues(call, { search: request.search }),
    base: { group_path: call.resource('id').full_path },
  }),
);
