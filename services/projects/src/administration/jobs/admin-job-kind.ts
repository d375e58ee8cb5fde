import type { Section } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { AdminJob } from '@forgemesh/proto/projects/v1/admin_job';
import type { JobState } from './job-state';
import type { AdminJobsDeps } from './deps';

/** A kind of job. */
export interface AdminJobKind {
  name: string;
  /**
   * Lists the jobs, newest first, optionally in one state. Throws `unavailable` if they cannot be
   * read.
   */
  list(deps: AdminJobsDeps, state: JobState | undefined): Section<ResponseOf<AdminJob>>;
  /**
   * Runs a job immediately. Throws NotFoundError if it does not exist, and ConflictError if it
   * cannot run.
   */
  retry(deps: AdminJobsDeps, number: number, actor: number): Promise<ResponseOf<AdminJob>>;
  /** Cancels a waiting job. Throws as `retry` does. */
  cancel(deps: AdminJobsDeps, number: number, actor: number): Promise<ResponseOf<AdminJob>>;
}
