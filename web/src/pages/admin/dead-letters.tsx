/** Events that a consumer failed to handle, with what administrators do about them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '#api/types';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import {
  eventDeliveryKeys,
  dropAdminDeadLetter,
  getAdminDeadLetter,
  listAdminDeadLetters,
  replayAdminDeadLetter,
} from '#data/event-delivery';
import { useAction } from '#lib/use-action';
import { REFRESH_MS } from './admin-queries';
import { Table } from './admin-table';
import { Unanswered } from './unanswered';
import styles from './dead-letters.module.css';

const heads = [t`Event`, t`Consumer`, t`Error`, t`Replays`, t`Failed`, t`Actions`];

/** Shows the dead letters. */
export function DeadLetters() {
  const page = usePageNumber();
  const query = useQuery({
    queryKey: eventDeliveryKeys.deadLetters(page),
    queryFn: () => listAdminDeadLetters({ page }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Loaded query={query}>
      {(list) => (
        <>
          <Unanswered page={list} />
          {list.items.length === 0 ? (
            <Empty title={t`No dead letters`}>
              {list.unanswered === undefined && (
                <p>
                  <Trans>Every event was handled.</Trans>
                </p>
              )}
            </Empty>
          ) : (
            <>
              <Table label={t`Dead letters`} heads={heads}>
                {list.items.map((letter) => (
                  <DeadLetter key={letter.id} letter={letter} onFailure={() => void query.refetch()} />
                ))}
              </Table>
              <Pagination page={list} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

interface DeadLetterProps {
  letter: Entity<'api.DeadLetter'>;
  /** Called when the event failed again, which the letter then says. */
  onFailure: () => void;
}

function DeadLetter({ letter, onFailure }: DeadLetterProps) {
  const { id } = letter;
  const [isShown, setIsShown] = useState(false);
  const { run, isBusy } = useAction(adminKeys.all);
  const replay = async (): Promise<void> => {
    const isHandled = await run(() => replayAdminDeadLetter(id), t`The event was handled.`);
    if (!isHandled) onFailure();
  };
  return (
    <>
      <tr>
        <td>
          <div>{letter.event_type}</div>
          <div className="muted small">{letter.event_subject}</div>
        </td>
        <td>
          <div>{letter.consumer}</div>
          <div className="muted small">{letter.service}</div>
        </td>
        <td>{letter.error.split('\n', 1)}</td>
        <td>{letter.replays}</td>
        <td>
          <RelativeTime time={letter.failed_at} />
        </td>
        <td className="nowrap">
          <button
            type="button"
            className="button button-small"
            aria-label={t`Show event ${id}`}
            aria-expanded={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Trans>Show event</Trans>
          </button>{' '}
          <button
            type="button"
            className="button button-small"
            aria-label={t`Replay ${id}`}
            disabled={isBusy}
            onClick={() => void replay()}
          >
            <Trans>Replay</Trans>
          </button>{' '}
          <button
            type="button"
            className="button button-small button-danger"
            aria-label={t`Drop ${id}`}
            disabled={isBusy}
            onClick={() => {
              if (window.confirm(t`The event will never be handled. Drop it?`))
                void run(() => dropAdminDeadLetter(id), t`The event was dropped.`);
            }}
          >
            <Trans>Drop</Trans>
          </button>
        </td>
      </tr>
      {isShown && (
        <tr>
          <td colSpan={heads.length}>
            <Details id={id} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The whole error, and the event as JSON text. */
function Details({ id }: { id: string }) {
  const query = useQuery({ queryKey: eventDeliveryKeys.deadLetter(id), queryFn: () => getAdminDeadLetter(id) });
  return (
    <Loaded query={query} lines={4}>
      {({ error, event }) => (
        <div className="stack">
          <pre className={styles.text} role="region" aria-label={t`Error of ${id}`} tabIndex={0}>
            {error}
          </pre>
          <pre className={styles.text} role="region" aria-label={t`Event ${id}`} tabIndex={0}>
            {JSON.stringify(event, null, 2)}
          </pre>
        </div>
      )}
    </Loaded>
  );
}
