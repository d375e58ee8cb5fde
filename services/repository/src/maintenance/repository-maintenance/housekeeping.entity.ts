import type { EventEntity } from '@forgemesh/events';
import type { HousekeepingJob } from '@forgemesh/proto/repository/v1/housekeeping_job';
import type { HousekeepingDocument } from './housekeeping.model';
import { stateOf } from './housekeeping-state';

/** The entity of `repository.housekeeping.completed` and `repository.housekeeping.failed`. */
export function presentHousekeeping(job: HousekeepingDocument): EventEntity<'repository.housekeeping.completed'> {
  const { _id, storage, requested_at, requested_by } = job;
  return { project_id: _id, storage, requested_at: requested_at.toISOString(), requested_by };
}

/** Presents a job to administrators. */
export function presentHousekeepingJob(job: HousekeepingDocument): HousekeepingJob {
  const state = stateOf(job);
  return {
    project_id: job._id,
    state,
    failures: job.failures,
    due_at: job.due_at?.toISOString(),
    error: job.error,
    requested_at: job.requested_at.toISOString(),
    requested_by: job.requested_by,
  };
}
