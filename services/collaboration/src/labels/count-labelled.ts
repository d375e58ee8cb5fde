/** How many items have a label. */
import type { Model } from 'mongoose';
import { groupIssues, projectIssues } from '../issues/issue-filter';
import { allOf } from '../items/item-filter';
import type { ItemList } from '../items/item-list';
import { groupMergeRequests, projectMergeRequests } from '../merge-requests/merge-request-filter';
import type { CollaborationCall } from '../operation';
import type { LabelPlace } from './label-place';
import type { LabelDocument } from './label.model';

/** Counts of one label. */
export interface LabelCounts {
  open_issues_count: number;
  closed_issues_count: number;
  open_merge_requests_count: number;
}

interface Row {
  _id: { label_id: number; state: string };
  count: number;
}

/** Counts by label the items that the caller may see: of a project, or of the projects of a group. One command each for issues and merge requests. */
export async function countLabelled(
  call: CollaborationCall,
  labels: readonly LabelDocument[],
  { project_id: projectId }: Pick<LabelPlace, 'project_id'>,
): Promise<Map<number, LabelCounts>> {
  const { deps } = call;
  const ids = labels.map(({ _id: id }) => id);
  const [issues, mergeRequests] = await Promise.all([
    (projectId === null ? groupIssues(call) : projectIssues(call)).then((list) =>
      countByLabel(deps.issues.model, ids, list),
    ),
    (projectId === null ? groupMergeRequests(call) : projectMergeRequests(call)).then((list) =>
      countByLabel(deps.mergeRequests.model, ids, list),
    ),
  ]);
  const of = (rows: readonly Row[], id: number, state: string): number =>
    rows
      .filter(({ _id: key }) => key.label_id === id && key.state === state)
      .reduce((sum, { count }) => sum + count, 0);
  return new Map(
    ids.map((id) => [
      id,
      {
        open_issues_count: of(issues, id, 'opened'),
        closed_issues_count: of(issues, id, 'closed'),
        open_merge_requests_count: of(mergeRequests, id, 'opened'),
      },
    ]),
  );
}

/** Where the caller's rights are too many for a question, items are counted by what these depend on, and looked at here. */
async function countByLabel<T>(
  model: Model<T>,
  labelIds: readonly number[],
  { filter, check }: ItemList<T>,
): Promise<Row[]> {
  const isWanted = { label_ids: { $in: [...labelIds] } };
  const fields = Object.keys(check?.fields ?? {});
  const rows = await model.aggregate<Row & { _id: T }>([
    { $match: allOf([isWanted, filter]) },
    { $project: { label_ids: 1, state: 1, ...check?.fields } },
    { $unwind: '$label_ids' },
    { $match: isWanted },
    {
      $group: {
        _id: {
          label_id: '$label_ids',
          state: '$state',
          ...Object.fromEntries(fields.map((name) => [name, `$${name}`])),
        },
        count: { $sum: 1 },
      },
    },
  ]);
  if (!check) return rows;
  const seen = new Set(await check.pick(rows.map(({ _id: facts }) => facts)));
  return rows.filter(({ _id: facts }) => seen.has(facts));
}
