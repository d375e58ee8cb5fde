import { useQuery } from '@tanstack/react-query';
import { api, unwrap, unwrapPage } from '#api/client';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { useAction } from '#lib/use-action';
import { Table } from './admin-table';

/** Events that a consumer failed to handle. */
export function DeadLetters() {
  const page = usePageNumber();
  const query = useQuery({
    queryKey: ['admin', 'dead-letters', page],
    queryFn: () => unwrapPage(api.GET('/api/v4/admin/dead_letters', { params: { query: { page } } })),
  });
  const { run, isBusy } = useAction(['admin']);
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
                const params = { path: { id: letter.id } };
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
                        onClick={() =>
                          void run(
                            () => unwrap(api.POST('/api/v4/admin/dead_letters/{id}/replay', { params })),
                            'Replayed.',
                          )
                        }
                      >
                        Replay
                      </button>{' '}
                      <button
                        type="button"
                        className="button button-small button-danger"
                        disabled={isBusy}
                        onClick={() => {
                          if (window.confirm('Drop this event? It will not be handled any more.'))
                            void run(() => unwrap(api.DELETE('/api/v4/admin/dead_letters/{id}', { params })));
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
