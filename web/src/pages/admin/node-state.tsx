/** How far the replication of a secondary is. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entity } from '#api/types';
import { RelativeTime } from '#components/relative-time';
import { Section } from '#components/settings/section';
import { nodeKeys, updateNode } from '#data/nodes';
import { numberText } from '#lib/format';
import { useAction } from '#lib/use-action';
import { lagText, timeOf, useNodeStatuses } from './node-queries';
import styles from './admin.module.css';

/** Shows the state, and the button that pauses the replication. */
export function NodeState({ node, mayChange }: { node: Entity<'geo.Node'>; mayChange: boolean }) {
  const status = useNodeStatuses().find(({ geo_node_id: id }) => id === node.id);
  return (
    <Section title={t`State`} description={t`The node reports it every 10 seconds.`}>
      {status ? (
        <Facts status={status} />
      ) : (
        <p className="muted">
          <Trans>The node has not reported its state yet.</Trans>
        </p>
      )}
      {mayChange && (
        <div>
          <PauseButton node={node} />
        </div>
      )}
    </Section>
  );
}

function Facts({ status }: { status: Entity<'geo.NodeStatus'> }) {
  const facts: [string, ReactNode][] = [
    [t`Health`, status.healthy ? t`healthy` : status.health],
    [t`Reported`, <RelativeTime key="reported" time={timeOf(status.last_successful_status_check_timestamp)} />],
    [t`Lag`, lagText(status.db_replication_lag_seconds)],
    [t`Changes`, changesText(status)],
    [t`Repositories`, countsText(status, 'repositories')],
    [t`Wikis`, countsText(status, 'wikis')],
    [
      t`Files`,
      t`${numberText(status.attachments_synced_count ?? 0)} of ${numberText(status.attachments_count ?? 0)}, ${numberText(status.attachments_failed_count ?? 0)} failed`,
    ],
    [
      t`Large files`,
      t`${numberText(status.lfs_objects_synced_count ?? 0)} of ${numberText(status.lfs_objects_count ?? 0)}, ${numberText(status.lfs_objects_failed_count ?? 0)} failed`,
    ],
    [
      t`All compared since`,
      <RelativeTime key="compared" time={timeOf(status.repositories_compared_since_timestamp)} />,
    ],
    [
      t`Objects checked`,
      <>
        {t`${numberText(status.repositories_checked_count ?? 0)} of ${numberText(status.projects_count)} repositories`}{' '}
        <RelativeTime time={timeOf(status.repositories_last_checked_timestamp)} />
      </>,
    ],
  ];
  return (
    <dl className={styles.adminFacts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.adminFact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function changesText({
  cursor_last_event_id: done,
  last_event_id: newest,
}: Pick<Entity<'geo.NodeStatus'>, 'cursor_last_event_id' | 'last_event_id'>): string {
  const waiting = Math.max(0, (newest ?? 0) - (done ?? 0));
  if (waiting === 0) return t`all followed`;
  return t`${numberText(waiting)} not followed yet`;
}

function countsText(status: Entity<'geo.NodeStatus'>, family: 'repositories' | 'wikis'): string {
  const synced = numberText(status[`${family}_synced_count`] ?? 0);
  const total = numberText(status.projects_count);
  const queued = numberText(status[`${family}_queued_count`] ?? 0);
  const failed = numberText(status[`${family}_failed_count`] ?? 0);
  const verified = numberText(status[`${family}_verified_count`] ?? 0);
  const differing = numberText(status[`${family}_verification_failed_count`] ?? 0);
  return t`${synced} of ${total}, ${queued} waiting, ${failed} failed, ${verified} verified, ${differing} with differences`;
}

/** Pauses the replication of a node, or continues it. */
export function PauseButton({ node: { id, name, url, paused }, isSmall = false }: PauseButtonProps) {
  const { run, isBusy } = useAction(nodeKeys.all);
  const change = (): void => {
    if (!paused && !window.confirm(t`Pause the replication of ${name}? Its replicas are not used meanwhile.`)) return;
    void run(
      () => updateNode(id, { name, url, paused: !paused }),
      paused ? t`The replication continues.` : t`The replication pauses.`,
    );
  };
  return (
    <button
      type="button"
      className={`button${isSmall ? ' button-small' : ''}`}
      disabled={isBusy}
      aria-label={paused ? t`Continue ${name}` : t`Pause ${name}`}
      onClick={change}
    >
      {paused ? <Trans>Continue</Trans> : <Trans>Pause</Trans>}
    </button>
  );
}

interface PauseButtonProps {
  node: Entity<'geo.Node'>;
  isSmall?: boolean;
}
