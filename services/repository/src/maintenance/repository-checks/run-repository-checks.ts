/**
 * Checks every repository within 30 days, one at a time, outside of requests. First checks are
 * spread over that time, so that neither a new instance nor an upgrade checks all repositories at
 * once.
 * `@forgemesh/jobs` describes how a check is claimed.
 */
import { createHash } from 'node:crypto';
import { openExisting } from '#refs/packs';
import { DocumentClaims, JobQueue, type JobEnd } from '@forgemesh/jobs';
import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryChecksDeps } from './deps';

/** Time between two checks of a repository. */
const PERIOD_MS = 30 * DAY_MS;
/** Delay after a check that did not come to a result. */
const RETRY_MS = DAY_MS;
/** Longer checks are given up. */
const TIMEOUT_MS = HOUR_MS;
const BATCH = 500;
/** No timeout of the call: git has its own. */
const NO_DEADLINE = 0;

/** What the checks need. */
export type CheckDeps = Omit<RepositoryChecksDeps, 'repositoryChecks'> & {
  /** Milliseconds until the claim of a process that died expires. */
  claimTtlMs: number;
};

/** Creates the queue of a process: of the due repositories, the one due for the longest is next. */
export function createRepositoryCheckQueue(deps: CheckDeps): JobQueue<number, MeasurementDocument> {
  const { measurements, storages, settings, claimTtlMs, log } = deps;
  const claims = new DocumentClaims<MeasurementDocument>({
    model: measurements.model,
    filter: () => ({
      ...storages.filter,
      // Requested checks run even if checks are disabled.
      ...(!settings.current().repository_checks_enabled && { 'check.is_requested': true }),
    }),
    dueAt: 'check.due_at',
    run: 'check.claim',
  });
  return new JobQueue({
    name: 'repository-checks',
    store: claims,
    leaseMs: claimTtlMs,
    capacity: { maxRunning: 1 },
    // Git is stopped at once, and another process starts from the beginning.
    closeMs: 0,
    log,
    async work(document, { id, signal }) {
      const end = await check(deps, document, signal);
      await claims.end(document._id, id, end);
      // The next run of the schedule starts the next check: checks need not hurry.
      return 'pause';
    },
  });
}

/** Starts the check of one due repository, unless this process is checking one. */
export async function runRepositoryChecks(deps: RepositoryChecksDeps): Promise<void> {
  const { repositoryChecks, settings } = deps;
  if (settings.current().repository_checks_enabled) await scheduleFirstChecks(deps);
  await repositoryChecks.wakeDue();
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

async function check(
  deps: CheckDeps,
  document: MeasurementDocument,
  signal: AbortSignal,
): Promise<JobEnd<MeasurementDocument>> {
  const { project_id, kind: repository } = document;
  try {
    const problem = await findProblem(deps, document, signal);
    if (problem !== null) deps.log.error({ project_id, repository, problem }, 'a repository is damaged');
    return endOf(problem);
  } catch (error) {
    if (signal.aborted) throw error;
    deps.log.warn({ err: error, project_id, repository }, 'repository check failed');
    return { unset: ['check.is_requested'], dueAt: new Date(Date.now() + RETRY_MS) };
  }
}

function endOf(problem: string | null): JobEnd<MeasurementDocument> {
  const now = Date.now();
  return {
    set: {
      'check.checked_at': new Date(now),
      'check.failed': problem !== null,
      ...(problem !== null && { 'check.error': problem }),
    },
    unset: ['check.is_requested', ...(problem === null ? ['check.error'] : [])],
    dueAt: new Date(now + PERIOD_MS),
  };
}

/** Returns what is wrong with a repository, null for an intact one. */
async function findProblem(
  { packs, storages, transportGit }: CheckDeps,
  { project_id, storage, kind, size }: MeasurementDocument,
  signal: AbortSignal,
): Promise<string | null> {
  const location = storages.locate(project_id, storage, kind);
  const { repo } = location;
  if (!(await openExisting(packs, location))) return size > 0 ? 'the repository is missing' : null;
  const input = { repo, timeoutMs: TIMEOUT_MS };
  const options = { timeoutMs: NO_DEADLINE, signal };
  const { problem } = await transportGit.checkRepository(input, options);
  // A pack that maintenance replaced during the check looks like damage.
  return problem === null ? null : (await transportGit.checkRepository(input, options)).problem;
}
