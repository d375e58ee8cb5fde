/** Counts issues by state: shared by the statistics of projects, groups and the instance. */
import type { IssuesStatistics } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import type { IssueDocument } from '#items/model';
import { allOf } from '#queries';
import { conditionOf, type ItemList } from '#items/lists';
import type { IssueListsDeps } from '#items/issues';

/**
 * Counts the issues of a list by state. The counts are cached like those of lists. Each state has
 * its own cache entry, because the larger count is slower and needs not be repeated when the
 * smaller one expires.
 */
export async function countIssues(
  { items: { issues }, lists: { issues: issueLists } }: Pick<IssueListsDeps, 'items' | 'lists'>,
  list: ItemList<IssueDocument>,
): Promise<IssuesStatistics> {
  const count = (state: IssueDocument['state']): Promise<number> =>
    issueLists.counts.get(JSON.stringify([list.check?.key, list.filter, 'of state', state]), async () =>
      issues.model.countDocuments(allOf([await conditionOf(list), { state }])),
    );
  const [opened, closed] = await Promise.all([count('opened'), count('closed')]);
  return { statistics: { counts: { all: opened + closed, closed, opened } } };
}
