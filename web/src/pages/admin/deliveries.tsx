import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#api/types';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import { resendProjectHookEvent } from '#data/hooks';
import { jobKeys, listAdminHookDeliveries } from '#data/jobs';
import { stateText } from '#lib/state-text';
import { useAction } from '#lib/use-action';
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
            <Empty title={t`No deliveries`} />
          ) : (
            <>
              <Table
                label={t`Deliveries`}
                heads={[
                  t`Delivery`,
                  t`Webhook`,
                  t`Address`,
                  t`Trigger`,
                  t`State`,
                  t`Response`,
                  t`Tries`,
                  t`Created`,
                  t`Actions`,
                ]}
              >
                {list.items.map((delivery) => (
                  <tr key={delivery.id}>
                    <td>{delivery.id}</td>
                    <td>
                      {delivery.project_id === null
                        ? delivery.hook_id
                        : t`${delivery.hook_id} of project ${delivery.project_id}`}
                    </td>
                    <td className="mono">{delivery.url}</td>
                    <td>{delivery.trigger}</td>
                    <td>
                      <span className={`badge ${delivery.state === 'failed' ? 'badge-red' : ''}`}>
                        {stateText(delivery.state)}
                      </span>
                    </td>
                    <td>{delivery.internal_error_message ?? delivery.response_status}</td>
                    <td>{delivery.tries}</td>
                    <td>
                      <RelativeTime time={delivery.created_at} />
                    </td>
                    <td className="nowrap">
                      {delivery.project_id !== null && (
                        <Resend
                          delivery={delivery}
                          projectId={delivery.project_id}
                          onFailure={() => void query.refetch()}
                        />
                      )}
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

interface ResendProps {
  delivery: Entity<'projects.AdminHookDelivery'>;
  projectId: number;
  /** Called when the address did not respond, which is a delivery, too. */
  onFailure: () => void;
}

function Resend({ delivery: { id, hook_id: hookId }, projectId, onFailure }: ResendProps) {
  const { run, isBusy } = useAction(adminKeys.all);
  const resend = async (): Promise<void> => {
    const isSent = await run(() => resendProjectHookEvent(projectId, hookId, id), t`The delivery was sent again.`);
    if (!isSent) onFailure();
  };
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={t`Resend delivery ${id}`}
      disabled={isBusy}
      onClick={() => void resend()}
    >
      <Trans>Resend</Trans>
    </button>
  );
}
