/** Merge requests of a project, of a group, or of all projects, with filters in the address. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Label, MergeRequest } from '#api/types';
import { listApprovalCounts } from '#data/approvals';
import {
  mergeRequestKeys,
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '#data/merge-requests';
import { oneOf, useFilters } from '#lib/use-filters';
import { useIsIdle } from '#lib/use-is-idle';
import { stateNames } from '../item-states';
import { Pagination, usePageNumber } from '../pagination';
import { Empty, Loaded } from '../states';
import { ItemSelection } from './bulk/item-selection';
import { filterNamesOfList, requestQuery } from './filters/item-query';
import { ListFilters } from './filters/list-filters';
import { RequestRow } from './issue-row';
import type { ItemScope } from './item-scope';
import { StateTabs } from './state-tabs';

interface RequestListProps {
  scope: ItemScope;
  labels?: readonly Label[] | undefined;
  /** Whether the visitor may change several merge requests together. */
  canChange?: boolean;
}

const orders = [
  ['', t`Created`],
  ['updated_at', t`Updated`],
  ['priority', t`Priority`],
  ['milestone_due', t`Milestone due`],
  ['popularity', t`Popularity`],
  ['label_priority', t`Label priority`],
] as const;

const orderNames = ['updated_at', 'priority', 'milestone_due', 'popularity', 'label_priority'] as const;
const states = ['opened', 'merged', 'closed', 'all'] as const;
const texts = { ...stateNames.merge_request, all: t`All` };
const PER_PAGE = 20;

/** Shows the list. */
export function RequestList({ scope, labels, canChange = false }: RequestListProps) {
  const filters = useFilters(filterNamesOfList('merge_requests'));
  const page = usePageNumber();
  const wanted = requestQuery(filters);
  const order = oneOf(filters.get('order'), orderNames);
  const query = {
    ...wanted,
    state: oneOf(filters.get('state'), states) ?? ('opened' as const),
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
    queryKey: mergeRequestKeys.counts(scope, wanted),
    queryFn: () =>
      Promise.all(
        states.map(async (state) => {
          const { total } = await load(scope, { ...wanted, state, page: 1, per_page: 1 });
          return [state, total] as const;
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const approvals = useApprovalCounts(requests.data?.items ?? []);
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
      <ListFilters filters={filters} scope={scope} list="merge_requests" labels={labels} orders={orders} />
      <Loaded query={requests} lines={10}>
        {(list) => (
          <>
            <ItemSelection
              items={list.items}
              list="merge_requests"
              owner={canChange && scope.kind !== 'all' ? scope : undefined}
              row={(request, check) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  labels={labels}
                  approvals={approvals.get(request.id) ?? 0}
                  isGlobal={scope.kind !== 'project'}
                  check={check}
                  isByUpdate={order === 'updated_at'}
                />
              )}
              empty={
                <Empty title={t`No merge requests`}>
                  <p>{filters.isEmpty ? t`Nothing is here yet.` : t`No merge request matches the filters.`}</p>
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

/** Approvals of the shown merge requests by id. */
function useApprovalCounts(shown: readonly MergeRequest[]): ReadonlyMap<number, number> {
  const isIdle = useIsIdle();
  const ids = shown.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: mergeRequestKeys.approvalCounts(ids),
    queryFn: () => listApprovalCounts(ids),
    enabled: isIdle && ids.length > 0,
    placeholderData: keepPreviousData,
    // A license without approvals has no counts.
    retry: false,
  });
  return new Map(data?.map(({ merge_request_id: id, approvals }) => [id, approvals]));
}

interface RequestQuery {
  state: (typeof states)[number];
  search?: string;
  page: number;
  per_page: number;
}

function load(scope: ItemScope, query: RequestQuery) {
  if (scope.kind === 'project') return listProjectMergeRequests(scope.id, query);
  if (scope.kind === 'group') return listGroupMergeRequests(scope.id, query);
  return listMergeRequests({ ...query, scope: scope.scope });
}
