import { randomUUID } from 'node:crypto';
import { ConflictError } from '@forgemesh/kit';
import { AdminJobServiceService } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '../operation';
import { presentAdminJob } from './admin-job.entity';
import { changeJob, placeOf } from './find-admin-job';
import { LEASE_MS, written } from './job-runner';
import { stateOf } from './job-state';

const WHY = 'It was cancelled by an administrator';

/**
 * Cancels a job that waits. It is claimed first, as for a run, so that nobody runs it while what is left of it is removed; where this
 * process dies in between, the claim ends and the job runs.
 */
export const cancelAdminJob = operation(AdminJobServiceService.cancelAdminJob, async ({ id }, { deps, principal }) => {
  const { kind } = placeOf(id);
  const run = randomUUID();
  const claimed = await changeJob(deps, id, async (document) => {
    if (stateOf(document) !== 'waiting') throw new ConflictError('The job does not wait');
    await kind.assertMayCancel?.(document, deps);
    return written({ set: {} }, { job_due_at: new Date(Date.now() + LEASE_MS), job_run: run }, []);
  });
  await kind.undo?.(claimed, deps);
  const job = await changeJob(deps, id, (document) => {
    if (document.job_run !== run) throw new ConflictError('The job is running');
    const failures = { job_failures: (document.job_failures ?? 0) + 1 };
    return written(kind.cancelled(document, WHY, principal.id), failures, ['job_run', 'job_again', 'job_due_at']);
  });
  return presentAdminJob(kind, job);
});
