import type { Section } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { AdminJob } from '@forgemesh/proto/projects/v1/admin_job';
import type { Projects } from '../../deps';
import type { JobState } from './job-state';

/** A kind of job. */
export interface AdminJobKind {
  name: string;
  /**
   * Its jobs, the newest first; those in one state where it is given. Throws `unavailable` where
   * they cannot be asked for.
   */
  list(deps: Projects, state: JobState | undefined): Section<ResponseOf<AdminJob>>;
  /**
   * Has a job run at once. Throws NotFoundError where there is none, and ConflictError where that
   * cannot be.
   */
  retry(deps: Projects, number: number, actor: number): Promise<ResponseOf<AdminJob>>;
  /** Takes a job that waits out of the queue. Throws as `retry` does. */
  cancel(deps: Projects, number: number, actor: number): Promise<ResponseOf<AdminJob>>;
}
