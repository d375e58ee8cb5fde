/** Derives the state of a job from its fields. */
import type { Job } from '#jobs';

/** `failed`: failed permanently, no run is due. `done`: no run is due. */
export type JobState = 'waiting' | 'running' | 'failed' | 'done';

/** Filters for documents with a job in each state. */
export const stateFilters: Record<JobState, object> = {
  running: { job_run: { $exists: true } },
  waiting: { job_run: { $exists: false }, job_due_at: { $exists: true } },
  failed: { job_run: { $exists: false }, job_due_at: { $exists: false }, job_failures: { $gt: 0 } },
  done: { job_run: { $exists: false }, job_due_at: { $exists: false }, job_failures: { $in: [null, 0] } },
};

/** The state of a job. */
export function stateOf({ job_run, job_due_at, job_failures = 0 }: Job): JobState {
  if (job_run !== undefined) return 'running';
  if (job_due_at !== undefined) return 'waiting';
  return job_failures > 0 ? 'failed' : 'done';
}
