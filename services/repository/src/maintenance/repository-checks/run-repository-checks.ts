/**
 * Checks every repository within 30 days, one at a time, outside of requests. First checks are
 * spread over that time, so that neither a new instance nor an upgrade checks all repositories at
 * once.
 *
 * A process claims a repository and renews its claim while it works; an expired claim means that
 * the process died, and another one takes the repository.
 */
import { createHash, randomUUID } from 'node:crypto';
import { repositoryExists } from '@forgemesh/git-engine';
import type { MeasurementDocument, RepositoryCheckState } from '#maintenance/statistics';
import type { RepositoryChecksDeps } from './deps';

const DAY_MS = 24 * 60 * 60_000;
/** Time between two checks of a repository. */
const PERIOD_MS = 30 * DAY_MS;
/** Delay after a check that did not come to a result. */
const RETRY_MS = DAY_MS;
/** Longer checks are given up. */
const TIMEOUT_MS = 60 * 60_000;
const BATCH = 500;
/** No timeout of the call: git has its own. */
const NO_DEADLINE = 0;

/** Starts the check of one due repository, unless this process is checking one. */
export async function runRepositoryChecks(deps: RepositoryChecksDeps): Promise<void> {
  const { repositoryChecks, settings } = deps;
  const { repository_checks_enabled: isEnabled } = settings.current();
  if (isEnabled) await scheduleFirstChecks(deps);
  if (repositoryChecks.isBusy) return;
  const job = await claimDueCheck(deps, isEnabled);
  if (job) repositoryChecks.run('repository check failed', (signal) => check(deps, { ...job, signal }));
}

/** Sets the time of the first check of repositories that have none. */
async function scheduleFirstChecks({ measurements, storages }: RepositoryChecksDeps): Promise<void> {
  const unscheduled = await measurements.model
    .find({ ...storages.filter, measured_at: { $ne: null }, 'check.due_at': null }, { _id: 1 }, { limit: BATCH })
    .lean<Pick<MeasurementDocument, '_id'>[]>();
  if (unscheduled.length === 0) return;
  const now = Date.now();
  const updates = unscheduled.map(({ _id }) => ({
    updateOne: {
      filter: { _id, 'check.due_at': null },
      update: { $set: { 'check.due_at': new Date(now + firstDelayOf(_id)) } },
    },
  }));
  await measurements.model.bulkWrite(updates, { ordered: false });
}

/** Delay of the first check of a repository: spread evenly over the period. */
export function firstDelayOf(id: number): number {
  const hash = createHash('sha256').update(String(id)).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * PERIOD_MS);
}

interface Job {
  document: MeasurementDocument;
  claim: string;
}

/**
 * Claims the repository that has been due for the longest; only requested ones if checks are off.
 */
async function claimDueCheck(
  { measurements, storages, claimTtlMs }: RepositoryChecksDeps,
  isEnabled: boolean,
): Promise<Job | null> {
  const now = Date.now();
  const due = {
    ...storages.filter,
    'check.due_at': { $lte: new Date(now) },
    ...(!isEnabled && { 'check.is_requested': true }),
  };
  // The claim counts as a write even if it changes nothing, and a write makes the work run again.
  if (!(await measurements.model.exists(due))) return null;
  const claim = randomUUID();
  const document = (await measurements.model
    .findOneAndUpdate(
      due,
      { $set: { 'check.claim': claim, 'check.due_at': new Date(now + claimTtlMs) } },
      { sort: { 'check.due_at': 1 }, returnDocument: 'after' },
    )
    .lean()) as MeasurementDocument | null;
  return document && { document, claim };
}

async function check(deps: RepositoryChecksDeps, job: Job & { signal: AbortSignal }): Promise<void> {
  const { measurements, claimTtlMs, log } = deps;
  const { document, claim, signal } = job;
  const claimed = { _id: document._id, 'check.claim': claim };
  const renew = async (): Promise<void> => {
    await measurements.model.updateOne(claimed, { $set: { 'check.due_at': new Date(Date.now() + claimTtlMs) } });
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'claim of a repository check not renewed'));
  }, claimTtlMs / 3);
  try {
    const problem = await findProblem(deps, document, signal);
    if (problem !== null)
      log.error({ project_id: document.project_id, repository: document.kind, problem }, 'a repository is damaged');
    await measurements.model.updateOne(claimed, { $set: { check: resultOf(problem) } });
  } catch (error) {
    const due_at = new Date(Date.now() + (signal.aborted ? 0 : RETRY_MS));
    const unset = { 'check.claim': 1, ...(!signal.aborted && { 'check.is_requested': 1 }) };
    await measurements.model.updateOne(claimed, { $set: { 'check.due_at': due_at }, $unset: unset });
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(timer);
  }
}

function resultOf(problem: string | null): RepositoryCheckState {
  const now = Date.now();
  return {
    due_at: new Date(now + PERIOD_MS),
    checked_at: new Date(now),
    failed: problem !== null,
    ...(problem !== null && { error: problem }),
  };
}

/** Returns what is wrong with a repository, null for an intact one. */
async function findProblem(
  { storages, transportGit }: RepositoryChecksDeps,
  { project_id, storage, kind, size }: MeasurementDocument,
  signal: AbortSignal,
): Promise<string | null> {
  const { repo } = storages.locate(project_id, storage, kind);
  if (!(await repositoryExists(repo))) return size > 0 ? 'the repository is missing' : null;
  const input = { repo, timeoutMs: TIMEOUT_MS };
  const options = { timeoutMs: NO_DEADLINE, signal };
  const { problem } = await transportGit.checkRepository(input, options);
  // A pack that maintenance replaced during the check looks like damage.
  return problem === null ? null : (await transportGit.checkRepository(input, options)).problem;
}
