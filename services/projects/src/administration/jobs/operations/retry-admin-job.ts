import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation, type Call } from '@forgemesh/rpc';
import { parseJobId } from '../admin-job-kinds';
import type { AdminJobsDeps } from '../deps';

/** Runs a failed or waiting job immediately. */
export const retryAdminJob = operation(
  AdminJobServiceDefinition.retryAdminJob,
  async ({ id }, { deps, principal }: Call<AdminJobsDeps>) => {
    const { kind, number } = parseJobId(id);
    return kind.retry(deps, number, principal.id);
  },
);
