import { type Call, type Download, downloadOperation } from '@forgemesh/rpc';
import { ItemExportServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_export';
import type { ItemList } from '#items/lists';
import { groupMergeRequests, presentMergeRequests, projectMergeRequests } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';
import { csvDownload } from '../csv-download';
import type { MergeRequestExportsDeps } from '../deps';
import { mergeRequestColumns } from '../merge-request-columns';

/** Downloads the merge requests of a project. */
export const exportProjectMergeRequests = downloadOperation(
  ItemExportServiceDefinition.exportProjectMergeRequests,
  async ({ filter }, call: Call<MergeRequestExportsDeps>) => download(call, await projectMergeRequests(call, filter)),
);

/** Downloads the merge requests of a group. */
export const exportGroupMergeRequests = downloadOperation(
  ItemExportServiceDefinition.exportGroupMergeRequests,
  async ({ filter }, call: Call<MergeRequestExportsDeps>) => download(call, await groupMergeRequests(call, filter)),
);

function download(call: Call<MergeRequestExportsDeps>, list: ItemList<MergeRequestDocument>): Promise<Download> {
  const { deps, context } = call;
  return csvDownload({
    fileName: 'merge-requests.csv',
    model: deps.items.mergeRequests.model,
    list,
    present: (requests) => presentMergeRequests(deps, requests, { base: {}, tier: context.tier }),
    columns: mergeRequestColumns,
  });
}
