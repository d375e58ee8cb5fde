import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '#operation';
import { parseJobId } from '../admin-job-kinds';

/** Cancels a waiting job. */
export const cancelAdminJob = operation(
  AdminJobServiceDefinition.cancelAdminJob,
  async ({ id }, { deps, principal }) => {
    const { kind, number } = parseJobId(id);
    return kind.cancel(deps, number, principal.id);
  },
);
