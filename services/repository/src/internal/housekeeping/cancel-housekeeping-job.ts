import { internalOperation, type Call } from '@forgemesh/rpc';
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import { HousekeepingJobServiceDefinition } from '@forgemesh/proto/repository/v1/housekeeping_job';
import { failed, presentHousekeepingJob, stateOf } from '#maintenance/repository-maintenance';
import type { InternalHousekeepingDeps } from './deps';

const REASON = 'It was cancelled by an administrator';

/** Cancels a waiting job. */
export const cancelHousekeepingJob = internalOperation(
  HousekeepingJobServiceDefinition.cancelHousekeepingJob,
  async ({ project_id: id }, { deps, principal }: Call<InternalHousekeepingDeps>) => {
    const job = await deps.housekeepings.mutate(id, (found) => {
      if (stateOf(found) !== 'waiting') throw new ConflictError('The job does not wait');
      return failed(found, REASON, principal.id);
    });
    if (!job) throw new NotFoundError('Job');
    return presentHousekeepingJob(job);
  },
);
