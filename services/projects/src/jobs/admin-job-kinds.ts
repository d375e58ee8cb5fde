/** The kinds of jobs as administrators see and mend them, wherever they run. */
import { NotFoundError, type Answer, type Section } from '@forgemesh/kit';
import type { AdminJob } from '@forgemesh/proto/projects/v1/admin_job';
import type { Projects } from '../deps';
import { housekeepingJobs } from './housekeeping-jobs';
import type { JobState } from './job-state';
import { removalJobs } from './removal-jobs';
import { storedJobKinds } from './stored-job-kinds';
import { storedJobs } from './stored-jobs';

/** A kind of job. */
export interface AdminJobKind {
  name: string;
  /** Its jobs, the newest first; those in one state where it is given. Throws `unavailable` where they cannot be asked for. */
  list(deps: Projects, state: JobState | undefined): Section<Answer<AdminJob>>;
  /** Has a job run at once. Throws NotFoundError where there is none, and ConflictError where that cannot be. */
  retry(deps: Projects, number: number, actor: number): Promise<Answer<AdminJob>>;
  /** Takes a job that waits out of the queue. Throws as `retry` does. */
  cancel(deps: Projects, number: number, actor: number): Promise<Answer<AdminJob>>;
}

/** All kinds, in the order of the list. */
export const adminJobKinds: readonly AdminJobKind[] = [
  ...storedJobKinds.map(storedJobs),
  removalJobs,
  housekeepingJobs,
];

/** Throws NotFoundError where the id names no kind; whether there is such a job is not looked at. */
export function placeOf(id: string): { kind: AdminJobKind; number: number } {
  const [, name, digits] = /^([a-z_]+)-(\d{1,15})$/.exec(id) ?? [];
  const kind = adminJobKinds.find((each) => each.name === name);
  if (!kind) throw new NotFoundError('Job');
  return { kind, number: Number(digits) };
}
