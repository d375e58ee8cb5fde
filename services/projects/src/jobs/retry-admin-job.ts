import { ConflictError } from '@forgemesh/kit';
import { AdminJobServiceService } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '../operation';
import { presentAdminJob } from './admin-job.entity';
import { changeJob, placeOf } from './find-admin-job';
import { written } from './job-runner';
import { stateOf } from './job-state';

/** Runs a job that failed or waits at once. */
export const retryAdminJob = operation(AdminJobServiceService.retryAdminJob, async ({ id }, { deps, principal }) => {
  const { kind } = placeOf(id);
  const job = await changeJob(deps, id, (document) => {
    const state = stateOf(document);
    if (state === 'running') throw new ConflictError('The job is running');
    if (state === 'done') throw new ConflictError('There is nothing to do');
    return written(kind.retried(document, principal.id), { job_due_at: new Date() }, []);
  });
  return presentAdminJob(kind, job);
});
