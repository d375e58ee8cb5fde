/**
 * The git worker as the operations use it: a worker that is away is a 503, and what may be repeated
 * waits for the next one.
 */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import { startGitWorker, type GitClient, isGitError, operations } from '@forgemesh/git-engine';

/**
 * What these did is unknown when the worker ended in the middle; everything else gives the same
 * result twice.
 */
const onceOnly: ReadonlySet<string> = new Set([
  'updateRefs',
  'createBranch',
  'deleteBranch',
  'createTag',
  'deleteTag',
  'pushRemote',
]);

/** A worker that died is back within this time, unless something keeps killing it. */
const RESTART_TIMEOUT_MS = 5_000;
const RETRY_MS = 50;

type AnyMethod = (input: unknown, options?: unknown) => Promise<unknown>;

/**
 * Starts a worker. Its methods reject with GitError for a refusal, with UnavailableError where the
 * worker is away or late, DiskError where the disk takes no writes.
 */
export function startGit(log: Logger): GitClient {
  const client = startGitWorker({ onRestart: (event) => log.error(event, 'git worker ended and is started again') });
  const methods = client as unknown as Record<string, AnyMethod>;
  const wrapped = Object.keys(operations).map((name) => [
    name,
    patient(methods[name] as AnyMethod, !onceOnly.has(name)),
  ]);
  return { ...client, ...(Object.fromEntries(wrapped) as Partial<GitClient>) };
}

function patient(method: AnyMethod, isRepeatable: boolean): AnyMethod {
  return async (input, options) => {
    let deadline: number | undefined;
    for (;;) {
      try {
        return await method(input, options);
      } catch (error) {
        // From when it was found away: how long the call had worked by then says nothing.
        deadline ??= Date.now() + RESTART_TIMEOUT_MS;
        const isWorthAnotherTry = isRepeatable && isAway(error) && Date.now() < deadline;
        if (!isWorthAnotherTry) throw asUnavailable(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
}

function asUnavailable(error: unknown): unknown {
  if (isGitError(error, 'disk_full')) return new DiskError('full', error);
  if (isGitError(error, 'disk_read_only')) return new DiskError('read_only', error);
  const isLate = isGitError(error, 'deadline_exceeded') || isGitError(error, 'unavailable');
  return isAway(error) || isLate ? new UnavailableError(undefined, { cause: error }) : error;
}

function isAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'GitUnavailableError';
}
