/** Counts issues by state: what the statistics of projects, groups and the instance share. */
import type { IssuesStatistics } from '@forgemesh/proto/collaboration/v1/issue_statistics';
import type { IssueDocument } from '../issues/issue.model';
import { conditionOf, type ItemList } from '../items/item-list';
import type { Collaboration } from '../service';

type State = IssueDocument['state'];

/** Counts the issues of a list, with one command. Large counts are kept for a moment, as those of lists are. */
export async function countIssues(deps: Collaboration, list: ItemList<IssueDocument>): Promise<IssuesStatistics> {
  let asked: Promise<ReadonlyMap<State, number>> | undefined;
  const count = (state: State): Promise<number> =>
    deps.issueLists.counts.get(JSON.stringify([list.check?.key, list.filter, 'of state', state]), async () => {
      asked ??= countStates(deps, list);
      return (await asked).get(state) ?? 0;
    });
  const [opened, closed] = await Promise.all([count('opened'), count('closed')]);
  return { statistics: { counts: { all: opened + closed, closed, opened } } };
}

async function countStates(
  { issues }: Collaboration,
  list: ItemList<IssueDocument>,
): Promise<ReadonlyMap<State, number>> {
  const rows = await issues.model.aggregate<{ _id: State; count: number }>([
    { $match: await conditionOf(list) },
    { $group: { _id: '$state', count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id: state, count }) => [state, count]));
}
