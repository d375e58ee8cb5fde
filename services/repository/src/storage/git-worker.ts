/**
 * Wraps the git worker for operations: failures of the worker become 503, and repeatable calls are
 * retried after a restart.
 */
import { currentScope, inSpan, type Logger } from '@forgemesh/telemetry';
import {
  startGitWorker,
  type CallOptions,
  type DownloadSettings,
  type GitClient,
  operations,
} from '@forgemesh/git-engine';
import { timeoutOf, type TimeoutSettings } from './call-timeouts';
import { isWorkerUnavailable, toServiceError } from './to-service-error';

/**
 * The effect of these calls is unknown if the worker died during them; all others are idempotent.
 */
const onceOnly: ReadonlySet<string> = new Set([
  'updateRefs',
  'createBranch',
  'deleteBranch',
  'createTag',
  'deleteTag',
  'pushRemote',
]);

/** A crashed worker is restarted within this time, unless it keeps crashing. */
const RESTART_TIMEOUT_MS = 5_000;
const RETRY_MS = 50;

type AnyMethod = (input: unknown, options?: CallOptions) => Promise<unknown>;

/** Options of a worker. */
export interface GitOptions {
  downloads?: DownloadSettings;
  /** Returns the timeouts of calls; undefined until the settings are loaded. */
  timeouts?: () => TimeoutSettings | undefined;
}

/**
 * Starts a worker. Its methods reject with GitError for a refusal, UnavailableError when the worker
 * is not running or timed out, and DiskError when the disk accepts no writes.
 */
export function startGit(log: Logger, { downloads, timeouts = () => undefined }: GitOptions = {}): GitClient {
  const client = startGitWorker({
    onRestart: (event) => log.error(event, 'git worker ended and is being restarted'),
    ...(downloads && { downloads }),
  });
  const methods = client as unknown as Record<string, AnyMethod>;
  const wrapped = Object.keys(operations).map((name) => [
    name,
    inGitSpan(name, withTimeout(name, withRetries(methods[name] as AnyMethod, !onceOnly.has(name)), timeouts)),
  ]);
  return { ...client, ...(Object.fromEntries(wrapped) as Partial<GitClient>) };
}

/** Runs each call in a span. */
function inGitSpan(name: string, method: AnyMethod): AnyMethod {
  return (input, options) =>
    inSpan(
      () => ({ name: `git ${name}`, kind: 'client' }),
      () => method(input, options),
    );
}

/** Adds a timeout to calls without one. */
function withTimeout(name: string, method: AnyMethod, timeouts: NonNullable<GitOptions['timeouts']>): AnyMethod {
  return (input, options) => {
    const timeoutMs = timeoutOf(name, timeouts(), currentScope()?.until !== undefined);
    return method(input, { ...(timeoutMs !== undefined && { timeoutMs }), ...options });
  };
}

function withRetries(method: AnyMethod, isRepeatable: boolean): AnyMethod {
  return async (input, options) => {
    let deadline: number | undefined;
    for (;;) {
      try {
        return await method(input, options);
      } catch (error) {
        // Counted from the first failure, independent of how long the call had run before.
        deadline ??= Date.now() + RESTART_TIMEOUT_MS;
        const shouldRetry = isRepeatable && isWorkerUnavailable(error) && Date.now() < deadline;
        if (!shouldRetry) throw toServiceError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
}
