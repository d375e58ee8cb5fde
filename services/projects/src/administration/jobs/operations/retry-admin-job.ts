import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '#operation';
import { parseJobId } from '../admin-job-kinds';

/** Runs a failed or waiting job immediately. */
export const retryAdminJob = operation(AdminJobServiceDefinition.retryAdminJob, async ({ id }, { deps, principal }) => {
  const { kind, number } = parseJobId(id);
  return kind.retry(deps, number, principal.id);
});
