/** The git worker as the operations use it: a worker that is away is a 503, and what may be repeated is asked twice. */
import { UnavailableError, type Logger } from '@forgemesh/kit';
import { startGitWorker, type GitClient } from './git/client';
import { isGitError } from './git/errors';
import { operations } from './git/operations';

/** What these did is unknown when the worker ended in the middle; everything else gives the same result twice. */
const onceOnly: ReadonlySet<string> = new Set(['updateRefs', 'createBranch', 'deleteBranch', 'createTag', 'deleteTag']);

type AnyMethod = (input: unknown, options?: unknown) => Promise<unknown>;

/** Starts a worker. Its methods reject with GitError for a refusal, with UnavailableError where the worker is away or late. */
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
    try {
      return await method(input, options).catch((error: unknown) => {
        if (isRepeatable && isAway(error)) return method(input, options);
        throw error;
      });
    } catch (error) {
      if (isAway(error) || isGitError(error, 'deadline_exceeded') || isGitError(error, 'unavailable'))
        throw new UnavailableError(undefined, { cause: error });
      throw error;
    }
  };
}

function isAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'GitUnavailableError';
}
