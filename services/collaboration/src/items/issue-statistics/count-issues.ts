/** Counts issues by state: what the statistics of projects, groups and the instance share. */
import type { IssuesStatistics } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import type { IssueDocument } from '../issues/issue.model';
import { allOf } from '../shared/lists/conditions';
import { conditionOf, type ItemList } from '../shared/lists/item-list';
import type { Collaboration } from '../../deps';

/**
 * Counts the issues of a list. Large counts are kept for a moment, as those of lists are: each
 * state is counted for itself, so that the many issues of one are not counted again whenever the
 * few of the other are.
 */
export async function countIssues(
  { issues, issueLists }: Collaboration,
  list: ItemList<IssueDocument>,
): Promise<IssuesStatistics> {
  const count = (state: IssueDocument['state']): Promise<number> =>
    issueLists.counts.get(JSON.stringify([list.check?.key, list.filter, 'of state', state]), async () =>
      issues.model.countDocuments(allOf([await conditionOf(list), { state }])),
    );
  const [opened, closed] = await Promise.all([count('opened'), count('closed')]);
  return { statistics: { counts: { all: opened + closed, closed, opened } } };
}
