import { useQuery } from '@tanstack/react-query';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import { jobKeys, cancelAdminJob, listAdminJobs, retryAdminJob } from '#data/jobs';
import { useAction } from '#lib/use-action';
import { oneOf, useFilters } from '#lib/use-filters';
import { REFRESH_MS } from './admin-queries';
import { Table } from './admin-table';
import { StateChoice } from './state-choice';

const jobStates = ['waiting', 'running', 'failed', 'done'] as const;

/** Background jobs. */
export function Jobs() {
  const page = usePageNumber();
  const state = oneOf(useFilters().get('state'), jobStates);
  const query = useQuery({
    queryKey: jobKeys.list(state, page),
    queryFn: () => listAdminJobs({ page, ...(state && { state }) }),
    refetchInterval: REFRESH_MS,
  });
  const { run, isBusy } = useAction(adminKeys.all);
  return (
    <>
      <StateChoice states={jobStates} />
      <Loaded query={query}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title="No jobs" />
          ) : (
            <>
              <Table label="Jobs" heads={['Kind', 'State', 'Of', 'Error', 'Created', 'Actions']}>
                {list.items.map((job) => {
                  return (
                    <tr key={job.id}>
                      <td>{job.kind.replaceAll('_', ' ')}</td>
                      <td>
                        <span className={`badge ${job.state === 'failed' ? 'badge-red' : ''}`}>{job.state}</span>
                      </td>
                      <td>{job.group_id === null ? `project ${job.project_id}` : `group ${job.group_id}`}</td>
                      <td>{job.error}</td>
                      <td>
                        <RelativeTime time={job.created_at} />
                      </td>
                      <td className="nowrap">
                        {job.state === 'failed' && (
                          <button
                            type="button"
                            className="button button-small"
                            disabled={isBusy}
                            onClick={() => void run(() => retryAdminJob(job.id))}
                          >
                            Retry
                          </button>
                        )}
                        {(job.state === 'waiting' || job.state === 'running') && (
                          <button
                            type="button"
                            className="button button-small"
                            disabled={isBusy}
                            onClick={() => void run(() => cancelAdminJob(job.id))}
                          >
                            Cancel
                          </button>
                        )}
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
    </>
  );
}
