/** Counts issues by state: what the statistics of projects, groups and the instance share. */
import type { IssuesStatistics } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import type { Condition } from '../items/item-filter';
import type { Collaboration } from '../service';

/** Counts the issues that meet a condition, with one command. */
export async function countIssues({ issues }: Collaboration, filter: Condition): Promise<IssuesStatistics> {
  const rows = await issues.model.aggregate<{ _id: 'opened' | 'closed'; count: number }>([
    { $match: filter },
    { $group: { _id: '$state', count: { $sum: 1 } } },
  ]);
  const of = (state: string): number => rows.find(({ _id }) => _id === state)?.count ?? 0;
  const [opened, closed] = [of('opened'), of('closed')];
  return { statistics: { counts: { all: opened + closed, closed, opened } } };
}
