/** The kinds of jobs that administrators manage, in this and other services. */
import { NotFoundError } from '@forgemesh/errors';
import type { AdminJobKind } from './admin-job-kind';
import { housekeepingJobs } from './housekeeping-jobs';
import { removalJobs } from './removal-jobs';
import { storedJobKinds } from './stored-job-kinds';
import { storedJobs } from './stored-jobs';

/** All kinds, in list order. */
export const adminJobKinds: readonly AdminJobKind[] = [
  ...storedJobKinds.map(storedJobs),
  removalJobs,
  housekeepingJobs,
];

/**
 * Parses a job id. Throws NotFoundError if it names no kind; does not check that the job exists.
 */
export function parseJobId(id: string): { kind: AdminJobKind; number: number } {
  const [, name, digits] = /^([a-z_]+)-(\d{1,15})$/.exec(id) ?? [];
  const kind = adminJobKinds.find((each) => each.name === name);
  if (!kind) throw new NotFoundError('Job');
  return { kind, number: Number(digits) };
}
