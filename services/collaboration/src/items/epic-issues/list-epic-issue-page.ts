/** One page of the issues of an epic. */
import { pageRows, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListEpicIssuesResponse } from '@forgemesh/proto/collaboration/v1/epic_issue';
import type { EpicDocument, IssueDocument } from '#items/model';
import { presentIssues, readableIssues } from '#items/issues';
import { orderIssues } from './epic-issue-order';
import type { EpicIssuesDeps } from './deps';

const guarded = { project_id: 1, author_id: 1, assignee_ids: 1, confidential: 1 } as const;
type GuardedRow = Pick<IssueDocument, '_id' | keyof typeof guarded>;

/**
 * Reads the issues of an epic that the caller may see in order, and presents a page.
 * `epic_issue_id` equals the id of the issue.
 */
export async function listEpicIssuePage(
  call: Call<EpicIssuesDeps>,
  epic: EpicDocument,
  request: PageRequest & { with_labels_details?: boolean | undefined },
): Promise<ResponseOf<ListEpicIssuesResponse>> {
  const {
    items: { issues },
  } = call.deps;
  const rows = await issues.model.find({ epic_id: epic._id }, guarded).lean<GuardedRow[]>();
  const readable = await readableIssues(call, rows);
  const order = orderIssues(
    epic,
    readable.map(({ issue }) => issue._id),
  );
  const ids = pageRows(call, order, request);
  const found = await issues.model.find({ _id: { $in: ids } }).lean<IssueDocument[]>();
  found.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id));
  const base = { group_path: call.resource('id').full_path };
  const shown = await presentIssues(call.deps, found, {
    base,
    reader: call,
    tier: call.context.tier,
    labelDetails: request.with_labels_details === true,
  });
  return { issues: shown.map((issue) => ({ ...issue, epic_issue_id: issue.id })) };
}
