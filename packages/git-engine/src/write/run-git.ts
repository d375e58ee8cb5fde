import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { GitError } from '../errors';
import { gitEnvironment, type GitEnvironmentOptions } from '../storage/git-environment';

export interface RunGitOptions extends GitEnvironmentOptions {
  /** Milliseconds until the process and all its children are killed. */
  timeoutMs: number;
  /** Stops the process when the caller cancels. */
  signal?: AbortSignal;
  /** Whether the process gets CPU and disk only when no other process needs them. */
  isLowPriority?: boolean;
  /** Whether output above the limit is dropped; it is an error otherwise. */
  truncates?: boolean;
}

const maxOutputBytes = 1024 * 1024;
const maxMessageLength = 4096;

/**
 * Runs one git command in a repository to its end and returns its output (1 MB at most). Arguments
 * are constant flags, then values after `--end-of-options`. Errors: `limit_exceeded` when the time
 * or output limit is exceeded or the call is cancelled, `refused` with the end of git's error
 * output, or else of its output, when it fails.
 */
export function runGit(repo: string, args: readonly string[], options: RunGitOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.program ?? 'git', args, {
      cwd: repo,
      env: gitEnvironment({ ...options, variables: { GIT_DIR: repo, ...options.variables } }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    if (options.isLowPriority && child.pid !== undefined) lowerPriority(child.pid);
    let stdout = '';
    let stderr = '';
    let limit: string | undefined;
    const stop = (reason: string): void => {
      limit ??= reason;
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const timer = setTimeout(() => stop('git took too long'), options.timeoutMs);
    const onAbort = (): void => stop('the call was cancelled');
    options.signal?.addEventListener('abort', onAbort);
    if (options.signal?.aborted) onAbort();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.length <= maxOutputBytes) return;
      if (options.truncates) stdout = stdout.slice(0, maxOutputBytes);
      else stop('git returned too much output');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-maxMessageLength);
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      if (limit) reject(new GitError('limit_exceeded', limit));
      else if (code === 0) resolve(stdout);
      else
        reject(new GitError('refused', messageOf(stderr) || messageOf(stdout) || `git ended with ${code ?? signal}`));
    });
  });
}

function messageOf(output: string): string {
  return output.slice(-maxMessageLength).trim();
}

/** Children of the process inherit its priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch (error) {
    // It has ended already.
    if ((error as NodeJS.ErrnoException & { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
  }
}

/** Kills a detached child with its children; one that has already ended is not an error. */
export function killGroup(pid: number, signal: NodeJS.Signals = 'SIGTERM'): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
