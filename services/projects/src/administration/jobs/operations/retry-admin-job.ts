import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '../../../operation';
import { parseJobId } from '../admin-job-kinds';

/** Runs a job that failed or waits at once. */
export const retryAdminJob = operation(AdminJobServiceDefinition.retryAdminJob, async ({ id }, { deps, principal }) => {
  const { kind, number } = parseJobId(id);
  return kind.retry(deps, number, principal.id);
});
