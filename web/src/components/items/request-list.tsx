/** Merge requests of a project, of a group, or of all projects, with filters in the address. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Label } from '#api/types';
import {
  mergeRequestKeys,
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '#data/merge-requests';
import { oneOf, useFilters } from '#lib/use-filters';
import { Pagination, usePageNumber } from '../pagination';
import { Empty, Loaded } from '../states';
import { FilterBar, filterNames } from './filter-bar';
import { assigneeFilter, type IssueScope } from './issue-list';
import { RequestRow } from './issue-row';
import { StateTabs } from './state-tabs';

interface RequestListProps {
  scope: IssueScope;
  labels?: readonly Label[] | undefined;
  milestones?: readonly { title: string }[] | undefined;
  people?: readonly { username: string; name: string }[] | undefined;
}

const orders = [
  ['', 'Created'],
  ['updated_at', 'Updated'],
  ['priority', 'Priority'],
  ['milestone_due', 'Milestone due'],
  ['popularity', 'Popularity'],
  ['label_priority', 'Label priority'],
] as const;

const orderNames = ['updated_at', 'priority', 'milestone_due', 'popularity', 'label_priority'] as const;
const states = ['opened', 'merged', 'closed', 'all'] as const;
const texts = { opened: 'Open', merged: 'Merged', closed: 'Closed', all: 'All' };
const PER_PAGE = 20;

/** Shows the list. */
export function RequestList({ scope, labels, milestones, people }: RequestListProps) {
  const filters = useFilters(filterNames);
  const page = usePageNumber();
  const chosen = filters.all('labels');
  const [search, milestone, assignee, author, target] = [
    'search',
    'milestone',
    'assignee',
    'author',
    'target_branch',
  ].map(filters.get);
  const draft = oneOf(filters.get('draft'), ['yes', 'no']);
  const order = oneOf(filters.get('order'), orderNames);
  const query = {
    state: oneOf(filters.get('state'), states) ?? ('opened' as const),
    ...(search !== undefined && { search }),
    ...(chosen.length > 0 && { 'labels[]': chosen }),
    ...(milestone !== undefined && { milestone }),
    ...assigneeFilter(assignee),
    ...(author !== undefined && { author_username: author }),
    ...(target !== undefined && { target_branch: target }),
    ...(draft && { wip: draft }),
    ...(order && { order_by: order }),
    ...(filters.get('sort') === 'asc' && { sort: 'asc' as const }),
    // Labels of several projects have their colours only here.
    ...(scope.kind !== 'project' && { with_labels_details: true }),
  };
  const requests = useQuery({
    queryKey: mergeRequestKeys.list(scope, query, page),
    queryFn: () => load(scope, { ...query, page, per_page: PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({
    queryKey: mergeRequestKeys.counts(scope, { ...query, state: undefined, order_by: undefined, sort: undefined }),
    queryFn: () =>
      Promise.all(
        states.map(async (state) => {
          const { total } = await load(scope, { ...query, state, page: 1, per_page: 1 });
          return [state, total] as const;
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <StateTabs
        filters={filters}
        tabs={states.map((state) => ({
          state,
          text: texts[state],
          count: counts.data?.find(([name]) => name === state)?.[1],
        }))}
      />
      <FilterBar {...{ filters, labels, milestones, people, orders }} isForRequests />
      <Loaded query={requests} lines={10}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title="No merge requests">
              <p>{filters.isEmpty ? 'Nothing is here yet.' : 'No merge request matches the filters.'}</p>
            </Empty>
          ) : (
            <>
              <ul className="card list">
                {list.items.map((request) => (
                  <RequestRow key={request.id} request={request} labels={labels} isGlobal={scope.kind !== 'project'} />
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

interface RequestQuery {
  state: (typeof states)[number];
  search?: string;
  page: number;
  per_page: number;
}

function load(scope: IssueScope, query: RequestQuery) {
  if (scope.kind === 'project') return listProjectMergeRequests(scope.id, query);
  if (scope.kind === 'group') return listGroupMergeRequests(scope.id, query);
  return listMergeRequests({ ...query, scope: scope.scope });
}
