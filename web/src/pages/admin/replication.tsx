/** The nodes to which the instance is replicated, with their state. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import { deleteNode } from '#data/nodes';
import { numberText } from '#lib/format';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { Table } from './admin-table';
import { NewNode } from './new-node';
import { isOnSecondary, lagText, timeOf, useNodes, useNodeStatuses } from './node-queries';
import { PauseButton } from './node-state';
import { Replicas } from './replicas';

const heads = [t`Node`, t`Health`, t`Repositories`, t`Waiting`, t`Failed`, t`Lag`, t`Reported`, t`Actions`];

/** Shows the nodes. */
export function Replication() {
  const nodes = useNodes();
  const states = useNodeStatuses();
  const { run, isBusy } = useAction(adminKeys.all);
  return (
    <Loaded query={nodes}>
      {(list) => {
        // Only the primary changes the list, and only a secondary has replicas.
        const isSecondary = isOnSecondary(list);
        return (
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
                      <td>{state && numberText(state.repositories_queued_count ?? 0)}</td>
                      <td>{state && numberText(state.repositories_failed_count ?? 0)}</td>
                      <td>{lagText(state?.db_replication_lag_seconds)}</td>
                      <td>
                        <RelativeTime time={timeOf(state?.last_successful_status_check_timestamp)} />
                      </td>
                      <td className="nowrap">
                        <Link
                          className="button button-small"
                          to={pathOf(node.web_edit_url)}
                          aria-label={t`Edit ${node.name}`}
                        >
                          <Trans>Edit</Trans>
                        </Link>{' '}
                        {!node.primary && !isSecondary && (
                          <>
                            <PauseButton node={node} isSmall />{' '}
                            <button
                              type="button"
                              className="button button-small button-danger"
                              disabled={isBusy}
                              onClick={() => {
                                if (window.confirm(t`Remove the node ${node.name}?`))
                                  void run(() => deleteNode(node.id));
                              }}
                            >
                              <Trans>Remove</Trans>
                            </button>
                          </>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </Table>
            )}
            {isSecondary ? <Replicas /> : <NewNode hasPrimary={list.some(({ primary }) => primary)} />}
          </div>
        );
      }}
    </Loaded>
  );
}
