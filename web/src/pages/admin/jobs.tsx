import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import { jobKeys, cancelAdminJob, listAdminJobs, retryAdminJob } from '#data/jobs';
import { stateText } from '#lib/state-text';
import { useAction } from '#lib/use-action';
import { oneOf, useFilters } from '#lib/use-filters';
import { REFRESH_MS } from './admin-queries';
import { Table } from './admin-table';
import { Unanswered } from './unanswered';
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
            <>
              <Unanswered page={list} />
              <Empty title={t`No jobs`} />
            </>
          ) : (
            <>
              <Unanswered page={list} />
              <Table
                label={t`Jobs`}
                heads={[
                  t`Job`,
                  t`State`,
                  t`Status`,
                  t`Of`,
                  t`User`,
                  t`Failures`,
                  t`Due`,
                  t`Error`,
                  t`Created`,
                  t`Actions`,
                ]}
              >
                {list.items.map((job) => {
                  return (
                    <tr key={job.id}>
                      <td>{job.id}</td>
                      <td>
                        <span className={`badge ${job.state === 'failed' ? 'badge-red' : ''}`}>
                          {stateText(job.state)}
                        </span>
                      </td>
                      <td>{job.status}</td>
                      <td>
                        {job.project_id === 0 ? t`group ${job.group_id ?? 0}` : t`project ${job.project_id ?? 0}`}
                      </td>
                      <td>{job.user_id}</td>
                      <td>{job.failures}</td>
                      <td>
                        <RelativeTime time={job.due_at} />
                      </td>
                      <td>{job.error}</td>
                      <td>
                        <RelativeTime time={job.created_at} />
                      </td>
                      <td className="nowrap">
                        {(job.state === 'failed' || job.state === 'waiting') && (
                          <button
                            type="button"
                            className="button button-small"
                            aria-label={t`Retry ${job.id}`}
                            disabled={isBusy}
                            onClick={() => {
                              if (job.kind !== 'removal' || window.confirm(t`The project will be removed now. Run it?`))
                                void run(() => retryAdminJob(job.id), t`${job.id} was started.`);
                            }}
                          >
                            <Trans>Retry</Trans>
                          </button>
                        )}{' '}
                        {job.state === 'waiting' && (
                          <button
                            type="button"
                            className="button button-small"
                            aria-label={t`Cancel ${job.id}`}
                            disabled={isBusy}
                            onClick={() => {
                              if (window.confirm(t`The job will be marked as failed. Cancel it?`))
                                void run(() => cancelAdminJob(job.id), t`${job.id} was cancelled.`);
                            }}
                          >
                            <Trans>Cancel</Trans>
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
