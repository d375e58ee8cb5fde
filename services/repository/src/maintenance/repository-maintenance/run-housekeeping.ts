/**
 * Runs requested housekeeping, one job at a time in a process; `@forgemesh/jobs` describes how.
 * Running a job twice is harmless, and only the holder of the claim completes it.
 */
import type { Change } from '@forgemesh/data';
import { repositoryExists } from '@forgemesh/git-engine';
import { DocumentClaims, JobQueue, type JobRun } from '@forgemesh/jobs';
import type { HousekeepingDocument } from './housekeeping.model';
import type { RepositoryMaintenanceDeps } from './deps';

const RETRY_MS = 60_000;
const MAX_FAILURES = 5;
const UNEXPECTED_ERROR = 'It failed for a reason that is in the log';
/** No timeout of the call: git has its own. */
const NO_DEADLINE = 0;

/** What the jobs need. */
export type HousekeepingDeps = Omit<RepositoryMaintenanceDeps, 'housekeepingJobs'> & {
  /** Milliseconds until the claim of a process that died expires. */
  claimTtlMs: number;
};

/** Creates the queue of a process. */
export function createHousekeepingQueue(deps: HousekeepingDeps): JobQueue<number, HousekeepingDocument> {
  const { housekeepings, storages, maintenance, claimTtlMs, log } = deps;
  const claims = new DocumentClaims<HousekeepingDocument>({
    model: housekeepings.model,
    filter: () => storages.filter,
    dueAt: 'due_at',
    run: 'claim',
    onClaim: { $inc: { version: 1 } },
  });
  return new JobQueue({
    name: 'repository-housekeeping',
    store: claims,
    leaseMs: claimTtlMs,
    capacity: { maxRunning: 1 },
    // Git is stopped at once, and another process starts from the beginning.
    closeMs: 0,
    log,
    async work(job, run) {
      await maintenance.run(() => optimize(deps, job, run));
      return 'next';
    },
  });
}

async function optimize(deps: HousekeepingDeps, job: HousekeepingDocument, { id, signal }: JobRun): Promise<void> {
  const isFailed = await repack(deps, job, signal).then(
    () => false,
    (error: unknown) => {
      if (signal.aborted) throw error;
      deps.log.warn({ err: error, project_id: job._id }, 'housekeeping failed');
      return true;
    },
  );
  await deps.housekeepings.mutate(job._id, (found) => {
    if (found.claim !== id) return null;
    return isFailed ? withRetry(found) : completed(found);
  });
}

/** Repacks both repositories of a project. */
async function repack({ transportGit, storages }: HousekeepingDeps, job: HousekeepingDocument, signal: AbortSignal) {
  signal.throwIfAborted();
  const options = { timeoutMs: NO_DEADLINE, signal };
  for (const kind of ['project', 'wiki'] as const) {
    const { repo } = storages.locate(job._id, job.storage, kind);
    if (!(await repositoryExists(repo))) continue;
    await transportGit.packRefs({ repo }, options);
    await transportGit.repack({ repo }, options);
    await transportGit.writeCommitGraph({ repo }, options);
  }
}

function completed({ requested_by: actor }: HousekeepingDocument): Change<HousekeepingDocument> {
  const update = { $unset: { due_at: 1 as const, claim: 1 as const, error: 1 as const } };
  return { set: { failures: 0 }, update, events: [{ type: 'repository.housekeeping.completed', actor }] };
}

/** The change that fails a job permanently. */
export function failed(job: HousekeepingDocument, error: string, actor: number): Change<HousekeepingDocument> {
  const update = { $unset: { due_at: 1 as const, claim: 1 as const } };
  const events = [{ type: 'repository.housekeeping.failed' as const, actor }];
  return { set: { failures: job.failures + 1, error }, update, events };
}

/** The change after a failed attempt: a delayed retry, up to a limit. */
function withRetry(job: HousekeepingDocument): Change<HousekeepingDocument> {
  const failures = job.failures + 1;
  if (failures >= MAX_FAILURES) return failed(job, UNEXPECTED_ERROR, job.requested_by);
  const due_at = new Date(Date.now() + RETRY_MS * failures);
  return { set: { failures, error: UNEXPECTED_ERROR, due_at }, update: { $unset: { claim: 1 } } };
}
