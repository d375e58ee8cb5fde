/** The kinds of jobs as administrators see and mend them, wherever they run. */
import { NotFoundError } from '@forgemesh/errors';
import type { AdminJobKind } from './admin-job-kind';
import { housekeepingJobs } from './housekeeping-jobs';
import { removalJobs } from './removal-jobs';
import { storedJobKinds } from './stored-job-kinds';
import { storedJobs } from './stored-jobs';

/** All kinds, in the order of the list. */
export const adminJobKinds: readonly AdminJobKind[] = [
  ...storedJobKinds.map(storedJobs),
  removalJobs,
  housekeepingJobs,
];

/**
 * Throws NotFoundError where the id names no kind; whether there is such a job is not looked at.
 */
export function parseJobId(id: string): { kind: AdminJobKind; number: number } {
  const [, name, digits] = /^([a-z_]+)-(\d{1,15})$/.exec(id) ?? [];
  const kind = adminJobKinds.find((each) => each.name === name);
  if (!kind) throw new NotFoundError('Job');
  return { kind, number: Number(digits) };
}
