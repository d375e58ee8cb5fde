/** Issues of a project, of a group, or of all projects, with filters in the address. */
import { t } from '@lingui/core/macro';
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
import { oneOf, useFilters } from '#lib/use-filters';
import { stateNames } from '../item-states';
import { Pagination, usePageNumber } from '../pagination';
import { Empty, Loaded } from '../states';
import { ItemSelection } from './bulk/item-selection';
import { filterNamesOfList, issueQuery } from './filters/item-query';
import { ListFilters } from './filters/list-filters';
import { IssueRow } from './issue-row';
import type { ItemScope } from './item-scope';
import { StateTabs } from './state-tabs';

interface IssueListProps {
  scope: ItemScope;
  labels?: readonly Label[] | undefined;
  /** Whether the visitor may change several issues together. */
  canChange?: boolean;
}

const orders = [
  ['', t`Created`],
  ['updated_at', t`Updated`],
  ['priority', t`Priority`],
  ['due_date', t`Due date`],
  ['milestone_due', t`Milestone due`],
  ['popularity', t`Popularity`],
  ['weight', t`Weight`],
  ['label_priority', t`Label priority`],
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
export function IssueList({ scope, labels, canChange = false }: IssueListProps) {
  const filters = useFilters(filterNamesOfList('issues'));
  const page = usePageNumber();
  const wanted = issueQuery(filters);
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
          { state: 'opened', text: stateNames.issue.opened, count: numbers?.opened },
          { state: 'closed', text: stateNames.issue.closed, count: numbers?.closed },
          { state: 'all', text: t`All`, count: numbers?.all },
        ]}
      />
      <ListFilters filters={filters} scope={scope} list="issues" labels={labels} orders={orders} />
      <Loaded query={issues} lines={10}>
        {(list) => (
          <>
            <ItemSelection
              items={list.items}
              list="issues"
              owner={canChange && scope.kind !== 'all' ? scope : undefined}
              row={(issue, check) => (
                <IssueRow
                  key={issue.id}
                  issue={issue}
                  labels={labels}
                  isGlobal={scope.kind !== 'project'}
                  check={check}
                  isByUpdate={order === 'updated_at'}
                />
              )}
              empty={
                <Empty title={t`No issues`}>
                  <p>{filters.isEmpty ? t`Nothing is here yet.` : t`No issue matches the filters.`}</p>
                </Empty>
              }
            />
            <Pagination page={list} />
          </>
        )}
      </Loaded>
    </>
  );
}

type IssueQuery = ReturnType<typeof issueQuery>;

function load(scope: ItemScope, query: IssueQuery & { page: number; per_page: number }) {
  if (scope.kind === 'project') return listProjectIssues(scope.id, query);
  if (scope.kind === 'group') return listGroupIssues(scope.id, query);
  return listIssues({ ...query, scope: scope.scope });
}

function statistics(scope: ItemScope, query: IssueQuery) {
  if (scope.kind === 'project') return getProjectIssuesStatistics(scope.id, query);
  if (scope.kind === 'group') return getGroupIssuesStatistics(scope.id, query);
  return getIssuesStatistics({ ...query, scope: scope.scope });
}
