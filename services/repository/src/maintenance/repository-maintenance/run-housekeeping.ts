/**
 * Runs requested housekeeping. A process claims a job and renews its claim while it works; an
 * expired claim means that the process died, and another one takes the job. Running it twice is
 * harmless, and only the holder of the claim completes it.
 */
import { randomUUID } from 'node:crypto';
import type { Change } from '@forgemesh/data';
import { repositoryExists } from '@forgemesh/git-engine';
import type { HousekeepingDocument } from './housekeeping.model';
import type { RepositoryMaintenanceDeps } from './deps';

const RETRY_MS = 60_000;
const MAX_FAILURES = 5;
const UNEXPECTED_ERROR = 'It failed for a reason that is in the log';
/** No timeout of the call: git has its own. */
const NO_DEADLINE = 0;

/** Claims one due job, unless this process is busy, and runs it in the background. */
export async function runHousekeeping(deps: RepositoryMaintenanceDeps): Promise<void> {
  const { housekeepings, storages, maintenance, claimTtlMs } = deps;
  if (maintenance.isBusy) return;
  const now = new Date();
  const due = { ...storages.filter, due_at: { $lte: now } };
  // The claim counts as a write even if it changes nothing, and a write makes the work run again.
  if (!(await housekeepings.model.exists(due))) return;
  const claim = randomUUID();
  const job = (await housekeepings.model
    .findOneAndUpdate(
      due,
      { $set: { claim, due_at: new Date(now.getTime() + claimTtlMs) }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    )
    .lean()) as HousekeepingDocument | null;
  if (job) maintenance.run((signal) => work(deps, { job, claim, signal }));
}

interface Work {
  job: HousekeepingDocument;
  claim: string;
  /** Aborts when the process stops. */
  signal: AbortSignal;
}

async function work(deps: RepositoryMaintenanceDeps, { job, claim, signal }: Work): Promise<void> {
  const { housekeepings, claimTtlMs, log } = deps;
  const { _id } = job;
  const renew = async (): Promise<void> => {
    await housekeepings.model.updateOne({ _id, claim }, { $set: { due_at: new Date(Date.now() + claimTtlMs) } });
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error, project_id: _id }, 'housekeeping claim not renewed'));
  }, claimTtlMs / 3);
  let failure: unknown;
  try {
    await optimize(deps, job, signal);
  } catch (error) {
    failure = error;
    if (!signal.aborted) log.warn({ err: error, project_id: _id }, 'housekeeping failed');
  } finally {
    clearInterval(timer);
  }
  await housekeepings.mutate(_id, (found) => {
    if (found.claim !== claim) return null;
    return failure === undefined ? completed(found) : withRetry(found, signal.aborted);
  });
}

/** Repacks both repositories of a project. */
async function optimize(
  { transportGit, storages }: RepositoryMaintenanceDeps,
  job: HousekeepingDocument,
  signal: AbortSignal,
) {
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

/**
 * The change after a failed attempt: immediate retry if the process was stopped, else a delayed
 * retry, up to a limit.
 */
function withRetry(job: HousekeepingDocument, wasStopped: boolean): Change<HousekeepingDocument> {
  const update = { $unset: { claim: 1 as const } };
  if (wasStopped) return { set: { due_at: new Date() }, update };
  const failures = job.failures + 1;
  if (failures >= MAX_FAILURES) return failed(job, UNEXPECTED_ERROR, job.requested_by);
  return { set: { failures, error: UNEXPECTED_ERROR, due_at: new Date(Date.now() + RETRY_MS * failures) }, update };
}
