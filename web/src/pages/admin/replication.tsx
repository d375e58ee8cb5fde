/** The nodes to which the instance is replicated, with their state. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import { nodeKeys, deleteNode, listNodeStatuses, listNodes } from '#data/nodes';
import { exactTime, numberText } from '#lib/format';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { REFRESH_MS } from './admin-queries';
import { Table } from './admin-table';
import { NewNode } from './new-node';

const heads = [t`Node`, t`Health`, t`Repositories`, t`Failed`, t`Lag`, t`Checked`, t`Actions`];

/** Shows the nodes. */
export function Replication() {
  const nodes = useQuery({
    queryKey: nodeKeys.all,
    queryFn: () => listNodes({ per_page: 100 }),
  });
  const { data: states = [] } = useQuery({
    queryKey: nodeKeys.states,
    queryFn: () => listNodeStatuses({ per_page: 100 }),
    refetchInterval: REFRESH_MS,
  });
  const { run, isBusy } = useAction(adminKeys.all);
  return (
    <Loaded query={nodes}>
      {(list) => (
        <div className="stack">
          {list.length === 0 ? (
            <Empty title={t`No nodes`}>
              <p>
                <Trans>This instance is not replicated.</Trans>
              </p>
            </Empty>
          ) : (
            <Table label={t`Nodes`} heads={heads}>
              {list.map((node) => {
                const state = states.find(({ geo_node_id: id }) => id === node.id);
                return (
                  <tr key={node.id}>
                    <td>
                      {node.name}{' '}
                      {node.primary && (
                        <span className="badge badge-blue">
                          <Trans>primary</Trans>
                        </span>
                      )}{' '}
                      {!node.enabled && (
                        <span className="badge badge-amber">
                          <Trans>disabled</Trans>
                        </span>
                      )}{' '}
                      {node.paused && (
                        <span className="badge badge-amber">
                          <Trans>paused</Trans>
                        </span>
                      )}
                      <div className="muted small">{node.url}</div>
                    </td>
                    <td>
                      <span className={`badge ${state?.healthy ? 'badge-green' : 'badge-red'}`}>
                        {state?.health_status ?? t`unknown`}
                      </span>
                      {state && !state.healthy && <div className="small">{state.health}</div>}
                    </td>
                    <td>
                      {state &&
                        t`${numberText(state.repositories_synced_count ?? 0)} of ${numberText(state.projects_count)}`}
                    </td>
                    <td>{numberText(state?.repositories_failed_count ?? 0)}</td>
                    <td>{lagText(state?.db_replication_lag_seconds)}</td>
                    <td>
                      {state && exactTime(new Date(state.last_successful_status_check_timestamp * 1000).toISOString())}
                    </td>
                    <td className="nowrap">
                      <Link
                        className="button button-small"
                        to={pathOf(node.web_edit_url)}
                        aria-label={t`Edit ${node.name}`}
                      >
                        <Trans>Edit</Trans>
                      </Link>{' '}
                      {!node.primary && (
                        <button
                          type="button"
                          className="button button-small button-danger"
                          disabled={isBusy}
                          onClick={() => {
                            if (window.confirm(t`Remove the node ${node.name}?`)) void run(() => deleteNode(node.id));
                          }}
                        >
                          <Trans>Remove</Trans>
                        </button>
                      )}
                    </td>
                  </tr>
                );
              })}
            </Table>
          )}
          <NewNode hasPrimary={list.some(({ primary }) => primary)} />
        </div>
      )}
    </Loaded>
  );
}

function lagText(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? '' : `${seconds} s`;
}
