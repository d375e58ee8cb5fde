import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation, type Call } from '@forgemesh/rpc';
import { parseJobId } from '../admin-job-kinds';
import type { AdminJobsDeps } from '../deps';

/** Cancels a waiting job. */
export const cancelAdminJob = operation(
  AdminJobServiceDefinition.cancelAdminJob,
  async ({ id }, { deps, principal }: Call<AdminJobsDeps>) => {
    const { kind, number } = parseJobId(id);
    return kind.cancel(deps, number, principal.id);
  },
);
