/** Counts items by label. */
import type { Call } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import type { LongLists } from '@forgemesh/data';
import type { Model } from 'mongoose';
import { groupIssues, type IssueListsDeps, projectIssues } from '#items/issues';
import { allOf } from '#queries';
import type { ItemList } from '#items/lists';
import { groupMergeRequests, type MergeRequestListsDeps, projectMergeRequests } from '#items/merge-requests';
import type { ItemFeature } from '#access';
import type { LabelCounts, LabelDocument, LabelScope } from '#planning/labels';

interface Row {
  _id: { label_id: number; state: string };
  count: number;
}

type Count = (labelId: number, state: 'opened' | 'closed') => Promise<number>;

const none: Count = () => Promise.resolve(0);

/**
 * Counts by label the items of a project or group that the caller may see, with one query each for
 * issues and merge requests.
 */
export async function countLabelled(
  call: Call<IssueListsDeps & MergeRequestListsDeps>,
  labels: readonly LabelDocument[],
  { project_id: projectId }: Pick<LabelScope, 'project_id'>,
): Promise<ReadonlyMap<number, LabelCounts>> {
  const {
    lists: { issues: issueLists, mergeRequests: mergeRequestLists },
  } = call.deps;
  const [issues, mergeRequests] = await Promise.all(
    projectId === null
      ? [groupIssues(call), groupMergeRequests(call)]
      : [projectIssues(call), projectMergeRequests(call)],
  );
  // The lists of a group contain only items that the caller may read.
  const canRead = (feature: ItemFeature): boolean => projectId === null || canReadFeature(call.resource('id'), feature);
  const issueCount = canRead('issues') ? counter(issueLists, issues) : none;
  const mergeRequestCount = canRead('merge_requests') ? counter(mergeRequestLists, mergeRequests) : none;
  const counts = labels.map(async ({ _id: id }) => {
    const [opened, closed, requests] = await Promise.all([
      issueCount(id, 'opened'),
      issueCount(id, 'closed'),
      mergeRequestCount(id, 'opened'),
    ]);
    return [
      id,
      { open_issues_count: opened, closed_issues_count: closed, open_merge_requests_count: requests },
    ] as const;
  });
  return new Map(await Promise.all(counts));
}

/**
 * Counts items by label and state. Counts are cached like those of lists; missing counts are
 * computed in one batch.
 */
function counter<T>({ model, counts }: LongLists<T>, list: ItemList<T>): Count {
  const listKey = JSON.stringify([list.check?.key, list.filter, 'labelled']);
  const pending = new Set<number>();
  let batch: Promise<ReadonlyMap<string, number>> | undefined;
  return (id, state) =>
    counts.get(`${listKey} ${id} ${state}`, async () => {
      pending.add(id);
      // Requests in the same microtask turn share one query.
      batch ??= Promise.resolve().then(() => countByLabel(model, [...pending], list));
      return (await batch).get(`${id} ${state}`) ?? 0;
    });
}

/**
 * If the list has a row check, items are grouped by the fields that it depends on, and the check is
 * applied to the groups.
 */
async function countByLabel<T>(
  model: Model<T>,
  labelIds: readonly number[],
  { filter, check }: ItemList<T>,
): Promise<ReadonlyMap<string, number>> {
  const hasLabel = { label_ids: { $in: [...labelIds] } };
  const fields = Object.keys(check?.fields ?? {});
  const rows = await model.aggregate<Row & { _id: T }>([
    { $match: allOf([hasLabel, filter]) },
    { $project: { label_ids: 1, state: 1, ...check?.fields } },
    { $unwind: '$label_ids' },
    { $match: hasLabel },
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
  const seen = check && new Set(await check.pick(rows.map(({ _id: group }) => group)));
  const counts = new Map<string, number>();
  for (const { _id: group, count } of rows) {
    const key = `${group.label_id} ${group.state}`;
    if (!seen || seen.has(group)) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}
