import { useQuery } from '@tanstack/react-query';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import {
  eventDeliveryKeys,
  dropAdminDeadLetter,
  listAdminDeadLetters,
  replayAdminDeadLetter,
} from '#data/event-delivery';
import { useAction } from '#lib/use-action';
import { Table } from './admin-table';

/** Events that a consumer failed to handle. */
export function DeadLetters() {
  const page = usePageNumber();
  const query = useQuery({
    queryKey: eventDeliveryKeys.deadLetters(page),
    queryFn: () => listAdminDeadLetters({ page }),
  });
  const { run, isBusy } = useAction(adminKeys.all);
  return (
    <Loaded query={query}>
      {(list) =>
        list.items.length === 0 ? (
          <Empty title="No dead letters">
            <p>Every event was handled.</p>
          </Empty>
        ) : (
          <>
            <Table label="Dead letters" heads={['Event', 'Consumer', 'Error', 'Failed', 'Actions']}>
              {list.items.map((letter) => {
                return (
                  <tr key={letter.id}>
                    <td>{letter.event_type}</td>
                    <td>{letter.consumer}</td>
                    <td>{letter.error}</td>
                    <td>
                      <RelativeTime time={letter.failed_at} />
                    </td>
                    <td className="nowrap">
                      <button
                        type="button"
                        className="button button-small"
                        disabled={isBusy}
                        onClick={() => void run(() => replayAdminDeadLetter(letter.id), 'Replayed.')}
                      >
                        Replay
                      </button>{' '}
                      <button
                        type="button"
                        className="button button-small button-danger"
                        disabled={isBusy}
                        onClick={() => {
                          if (window.confirm('Drop this event? It will not be handled any more.'))
                            void run(() => dropAdminDeadLetter(letter.id));
                        }}
                      >
                        Drop
                      </button>
                    </td>
                  </tr>
                );
              })}
            </Table>
            <Pagination page={list} />
          </>
        )
      }
    </Loaded>
  );
}
