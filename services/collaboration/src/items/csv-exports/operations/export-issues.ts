import { type Call, type Download, downloadOperation } from '@forgemesh/rpc';
import { ItemExportServiceDefinition } from '@forgemesh/proto/collaboration/v1/item_export';
import { groupIssues, presentIssues, projectIssues } from '#items/issues';
import type { ItemList } from '#items/lists';
import type { IssueDocument } from '#items/model';
import { csvDownload } from '../csv-download';
import type { IssueExportsDeps } from '../deps';
import { issueColumns } from '../issue-columns';

/** Downloads the issues of a project. */
export const exportProjectIssues = downloadOperation(
  ItemExportServiceDefinition.exportProjectIssues,
  async ({ filter }, call: Call<IssueExportsDeps>) => download(call, await projectIssues(call, filter)),
);

/** Downloads the issues of a group. */
export const exportGroupIssues = downloadOperation(
  ItemExportServiceDefinition.exportGroupIssues,
  async ({ filter }, call: Call<IssueExportsDeps>) => download(call, await groupIssues(call, filter)),
);

function download(call: Call<IssueExportsDeps>, list: ItemList<IssueDocument>): Promise<Download> {
  const { deps, context } = call;
  return csvDownload({
    fileName: 'issues.csv',
    model: deps.items.issues.model,
    list,
    present: (issues) => presentIssues(deps, issues, { base: {}, reader: call, tier: context.tier }),
    columns: issueColumns,
  });
}
