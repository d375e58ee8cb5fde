import { internalOperation, type Call } from '@forgemesh/rpc';
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import { HousekeepingJobServiceDefinition } from '@forgemesh/proto/repository/v1/housekeeping_job';
import { presentHousekeepingJob, stateOf } from '#maintenance/repository-maintenance';
import type { InternalHousekeepingDeps } from './deps';

/** Runs a failed or waiting job immediately. */
export const retryHousekeepingJob = internalOperation(
  HousekeepingJobServiceDefinition.retryHousekeepingJob,
  async ({ project_id: id }, { deps }: Call<InternalHousekeepingDeps>) => {
    const job = await deps.housekeepings.mutate(id, (found) => {
      const state = stateOf(found);
      if (state === 'running') throw new ConflictError('The job is running');
      if (state === 'done') throw new ConflictError('There is nothing to do');
      return { set: { due_at: new Date() } };
    });
    if (!job) throw new NotFoundError('Job');
    return presentHousekeepingJob(job);
  },
);
