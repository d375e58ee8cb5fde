import { ItemSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_search';
import { projectMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { listMergeRequestPage } from '../../../items/merge-requests/list/list-merge-request-page';
import { operation } from '../../../operation';

/** Searches the merge requests of a project. */
export const searchProjectMergeRequests = operation(
  ItemSearchServiceDefinition.searchProjectMergeRequests,
  async (request, call) =>
    listMergeRequestPage(call, request, {
      list: await projectMergeRequests(call, { search: request.search }),
      base: { project_id: call.resource('id').id },
    }),
);
