/** Issues of a project, of a group, or of all projects, with filters in the address. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Label } from '#api/types';
import {
  issueKeys,
  getGroupIssuesStatistics,
  getIssuesStatistics,
  getProjectIssuesStatistics,
  listGroupIssues,
  listIssues,
  listProjectIssues,
} from '#data/issues';
import { oneOf, useFilters, type Filters } from '#lib/use-filters';
import { Pagination, usePageNumber } from '../pagination';
import { Empty, Loaded } from '../states';
import { FilterBar, filterNames } from './filter-bar';
import { IssueRow } from './issue-row';
import { StateTabs } from './state-tabs';

/** Where the issues are. */
export type IssueScope =
  | { kind: 'project'; id: number }
  | { kind: 'group'; id: number }
  | { kind: 'all'; scope: 'assigned_to_me' | 'created_by_me' | 'all' };

interface IssueListProps {
  scope: IssueScope;
  labels?: readonly Label[] | undefined;
  milestones?: readonly { title: string }[] | undefined;
  people?: readonly { username: string; name: string }[] | undefined;
}

const orders = [
  ['', 'Created'],
  ['updated_at', 'Updated'],
  ['priority', 'Priority'],
  ['due_date', 'Due date'],
  ['milestone_due', 'Milestone due'],
  ['popularity', 'Popularity'],
  ['weight', 'Weight'],
  ['label_priority', 'Label priority'],
] as const;

const orderNames = [
  'updated_at',
  'priority',
  'due_date',
  'milestone_due',
  'popularity',
  'weight',
  'label_priority',
] as const;
const PER_PAGE = 20;

/** Shows the list. */
export function IssueList({ scope, labels, milestones, people }: IssueListProps) {
  const filters = useFilters(filterNames);
  const page = usePageNumber();
  const wanted = issueFilters(filters);
  const state = oneOf(filters.get('state'), ['opened', 'closed', 'all']) ?? 'opened';
  const order = oneOf(filters.get('order'), orderNames);
  const query = {
    ...wanted,
    state,
    ...(order && { order_by: order }),
    ...(filters.get('sort') === 'asc' && { sort: 'asc' as const }),
    // Labels of several projects have their colours only here.
    ...(scope.kind !== 'project' && { with_labels_details: true }),
    page,
    per_page: PER_PAGE,
  };
  const issues = useQuery({
    queryKey: issueKeys.list(scope, query),
    queryFn: () => load(scope, query),
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({
    queryKey: issueKeys.statistics(scope, wanted),
    queryFn: () => statistics(scope, wanted),
    placeholderData: keepPreviousData,
  });
  const numbers = counts.data?.statistics?.counts;
  return (
    <>
      <StateTabs
        filters={filters}
        tabs={[
          { state: 'opened', text: 'Open', count: numbers?.opened },
          { state: 'closed', text: 'Closed', count: numbers?.closed },
          { state: 'all', text: 'All', count: numbers?.all },
        ]}
      />
      <FilterBar {...{ filters, labels, milestones, people, orders }} />
      <Loaded query={issues} lines={10}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title="No issues">
              <p>{filters.isEmpty ? 'Nothing is here yet.' : 'No issue matches the filters.'}</p>
            </Empty>
          ) : (
            <>
              <ul className="card list">
                {list.items.map((issue) => (
                  <IssueRow key={issue.id} issue={issue} labels={labels} isGlobal={scope.kind !== 'project'} />
                ))}
              </ul>
              <Pagination page={list} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** Returns the filters of the address as parameters of the API. */
function issueFilters(filters: Filters) {
  const labels = filters.all('labels');
  const [search, milestone, assignee, author] = ['search', 'milestone', 'assignee', 'author'].map(filters.get);
  const confidential = filters.get('confidential');
  return {
    ...(search !== undefined && { search }),
    ...(labels.length > 0 && { 'labels[]': labels }),
    ...(milestone !== undefined && { milestone }),
    ...assigneeFilter(assignee),
    ...(author !== undefined && { author_username: author }),
    ...(confidential !== undefined && { confidential: confidential === 'true' }),
  };
}

/** Returns the parameter for an assignee, who may also be nobody or anybody. */
export function assigneeFilter(assignee: string | undefined) {
  if (assignee === undefined) return {};
  return assignee === 'None' || assignee === 'Any' ? { assignee_id: assignee } : { 'assignee_username[]': [assignee] };
}

type IssueQuery = ReturnType<typeof issueFilters>;

function load(scope: IssueScope, query: IssueQuery & { page: number; per_page: number }) {
  if (scope.kind === 'project') return listProjectIssues(scope.id, query);
  if (scope.kind === 'group') return listGroupIssues(scope.id, query);
  return listIssues({ ...query, scope: scope.scope });
}

function statistics(scope: IssueScope, query: IssueQuery) {
  if (scope.kind === 'project') return getProjectIssuesStatistics(scope.id, query);
  if (scope.kind === 'group') return getGroupIssuesStatistics(scope.id, query);
  return getIssuesStatistics({ ...query, scope: scope.scope });
}
