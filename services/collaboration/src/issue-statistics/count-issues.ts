/** Counts issues by state: what the statistics of projects, groups and the instance share. */
import type { IssuesStatistics } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import type { IssueDocument } from '../issues/issue.model';
import { conditionOf, type ItemList } from '../items/item-list';
import type { Collaboration } from '../service';

/** Counts the issues of a list, with one command. */
export async function countIssues({ issues }: Collaboration, list: ItemList<IssueDocument>): Promise<IssuesStatistics> {
  const rows = await issues.model.aggregate<{ _id: 'opened' | 'closed'; count: number }>([
    { $match: await conditionOf(list) },
    { $group: { _id: '$state', count: { $sum: 1 } } },
  ]);
  const of = (state: string): number => rows.find(({ _id }) => _id === state)?.count ?? 0;
  const [opened, closed] = [of('opened'), of('closed')];
  return { statistics: { counts: { all: opened + closed, closed, opened } } };
}
