import { useQuery } from '@tanstack/react-query';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { jobKeys, listAdminHookDeliveries } from '#data/jobs';
import { oneOf, useFilters } from '#lib/use-filters';
import { REFRESH_MS } from './admin-queries';
import { Table } from './admin-table';
import { StateChoice } from './state-choice';

const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Deliveries of all webhooks. */
export function Deliveries() {
  const page = usePageNumber();
  const state = oneOf(useFilters().get('state'), deliveryStates);
  const query = useQuery({
    queryKey: jobKeys.hookDeliveries(state, page),
    queryFn: () => listAdminHookDeliveries({ page, ...(state && { state }) }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <StateChoice states={deliveryStates} />
      <Loaded query={query}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title="No deliveries" />
          ) : (
            <>
              <Table label="Deliveries" heads={['Address', 'Trigger', 'State', 'Response', 'Tries', 'Created']}>
                {list.items.map((delivery) => (
                  <tr key={delivery.id}>
                    <td className="mono">{delivery.url}</td>
                    <td>{delivery.trigger}</td>
                    <td>
                      <span className={`badge ${delivery.state === 'failed' ? 'badge-red' : ''}`}>
                        {delivery.state}
                      </span>
                    </td>
                    <td>{delivery.internal_error_message ?? delivery.response_status}</td>
                    <td>{delivery.tries}</td>
                    <td>
                      <RelativeTime time={delivery.created_at} />
                    </td>
                  </tr>
                ))}
              </Table>
              <Pagination page={list} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
