import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '../../../operation';
import { placeOf } from '../admin-job-kinds';

/** Cancels a job that waits. */
export const cancelAdminJob = operation(
  AdminJobServiceDefinition.cancelAdminJob,
  async ({ id }, { deps, principal }) => {
    const { kind, number } = placeOf(id);
    return kind.cancel(deps, number, principal.id);
  },
);
