/** Lets administrators list, retry and cancel the jobs that this service stores on documents. */
import { randomUUID } from 'node:crypto';
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import { type JobDocument, jobChange } from '#jobs';
import { presentAdminJob } from './admin-job.entity';
import type { AdminJobKind } from './admin-job-kind';
import { stateFilters, stateOf } from './job-state';
import type { StoredJobKind } from './stored-job-kinds';
import type { AdminJobsDeps } from './deps';

const CANCEL_REASON = 'It was cancelled by an administrator';

/** The jobs of a kind. */
export function storedJobs(kind: StoredJobKind<JobDocument>): AdminJobKind {
  return {
    name: kind.name,
    list: (deps, state) => ({
      async read({ skip, limit }) {
        const { model } = kind.store(deps);
        const filter = { ...kind.filter, ...(state && stateFilters[state]) };
        const total = await model.countDocuments(filter);
        if (limit === 0 || total <= skip) return { rows: [], total };
        const documents = await model.find(filter).sort({ _id: -1 }).skip(skip).limit(limit).lean<JobDocument[]>();
        return { rows: documents.map((document) => presentAdminJob(kind, document)), total };
      },
    }),
    async retry(deps, number, actor) {
      const job = await change(kind, deps, number, (document) => {
        const state = stateOf(document);
        if (state === 'running') throw new ConflictError('The job is running');
        if (state === 'done') throw new ConflictError('There is nothing to do');
        return jobChange(kind.retried(document, actor), { job_due_at: new Date() }, []);
      });
      return presentAdminJob(kind, job);
    },
    /**
     * Claims the job first, as a run does, so that no run starts while its data is removed. If this
     * process dies in between, the claim expires and the job runs.
     */
    async cancel(deps, number, actor) {
      const run = randomUUID();
      const claimed = await change(kind, deps, number, async (document) => {
        if (stateOf(document) !== 'waiting') throw new ConflictError('The job does not wait');
        await kind.assertMayCancel?.(document, deps);
        return jobChange({ set: {} }, { job_due_at: new Date(Date.now() + deps.jobClaimMs), job_run: run }, []);
      });
      await kind.undo?.(claimed, deps);
      const job = await change(kind, deps, number, (document) => {
        if (document.job_run !== run) throw new ConflictError('The job is running');
        const failures = { job_failures: (document.job_failures ?? 0) + 1 };
        return jobChange(kind.cancelled(document, CANCEL_REASON, actor), failures, [
          'job_run',
          'job_again',
          'job_due_at',
        ]);
      });
      return presentAdminJob(kind, job);
    },
  };
}

/** Changes a job. Throws NotFoundError if it does not exist. */
async function change(
  kind: StoredJobKind<JobDocument>,
  deps: AdminJobsDeps,
  number: number,
  compute: Parameters<ReturnType<StoredJobKind<JobDocument>['store']>['mutate']>[1],
): Promise<JobDocument> {
  const store = kind.store(deps);
  if (!(await store.model.exists({ _id: number, ...kind.filter }))) throw new NotFoundError('Job');
  const changed = await store.mutate(number, compute);
  if (!changed) throw new NotFoundError('Job');
  return changed;
}
