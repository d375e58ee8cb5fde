import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { projectIssues } from '../../../items/issues/list/issue-filter';
import { listIssuePage } from '../../../items/issues/list/list-issue-page';
import { operation } from '../../../operation';

/** Searches the issues of a project. */
export const searchProjectIssues = operation(ItemSearchServiceDefinition.searchProjectIssues, async (request, call) =>
  listIssuePage(call, request, {
    list: await projectIssues(call, { search: request.search }),
    base: { project_id: call.resource('id').id },
  }),
);
