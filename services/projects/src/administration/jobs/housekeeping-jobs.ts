/** Repository housekeeping jobs for administrators. The repository service stores and runs them. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { AdminJob } from '@forgemesh/proto/projects/v1/admin_job';
import type { HousekeepingJob } from '@forgemesh/proto/repository/v1/housekeeping_job';
import type { AdminJobKind } from './admin-job-kind';

/** Keeps the list of other kinds responsive while the repository service is unavailable. */
const WAIT_TIMEOUT_MS = 5_000;

/** Housekeeping jobs. */
export const housekeepingJobs: AdminJobKind = {
  name: 'housekeeping',
  list: ({ clients }, state) => ({
    async read(range) {
      const request = { state: state ?? '', ...range };
      const { jobs, total } = await clients.housekeeping.listHousekeepingJobs(request, { timeoutMs: WAIT_TIMEOUT_MS });
      return { rows: jobs.map(present), total };
    },
  }),
  retry: async ({ clients }, project_id) => present(await clients.housekeeping.retryHousekeepingJob({ project_id })),
  cancel: async ({ clients }, project_id) => present(await clients.housekeeping.cancelHousekeepingJob({ project_id })),
};

function present(job: HousekeepingJob): ResponseOf<AdminJob> {
  const { project_id, state, error, failures, due_at, requested_at, requested_by } = job;
  return {
    id: `housekeeping-${project_id}`,
    kind: 'housekeeping',
    project_id,
    user_id: requested_by,
    state,
    status: state,
    error: error ?? null,
    failures,
    due_at: due_at ?? null,
    created_at: requested_at,
  };
}
