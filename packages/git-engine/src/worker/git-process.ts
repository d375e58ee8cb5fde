/**
 * Starts git with constant flags and an environment built from scratch, without system or user
 * configuration. Only the worker calls this, because starting a process takes longer the more
 * memory the parent uses.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { GitError } from '../errors';
import { gitEnvironment, type GitConfig } from '../storage/git-environment';
import type { WorkerSettings } from './messages';

/**
 * Reads compare larger files than the transport does, because patches are requested one at a time.
 */
const readConfig: GitConfig = [['core.bigFileThreshold', '50m']];

export interface GitProcessOptions {
  /** Absolute folder of the bare repository. */
  repo: string;
  /** Subcommand and its arguments. Values chosen by a client come after `--end-of-options`. */
  args: readonly string[];
  /** Further configuration. */
  config?: GitConfig;
  /** Further environment, e.g. identities and dates. */
  env?: Readonly<Record<string, string>>;
}

/** Starts git in a repository with its three streams as pipes. */
export function spawnGit(settings: WorkerSettings, options: GitProcessOptions): ChildProcessWithoutNullStreams {
  const variables = { GIT_LITERAL_PATHSPECS: '1', ...options.env };
  return spawn(settings.gitBinary, [`--git-dir=${options.repo}`, ...options.args], {
    cwd: options.repo,
    env: gitEnvironment({ path: settings.searchPath, config: [...readConfig, ...(options.config ?? [])], variables }),
    stdio: 'pipe',
    windowsHide: true,
  });
}

export interface GitRunOptions extends GitProcessOptions {
  /** Written to standard input, which is then closed. */
  input?: string | Uint8Array;
  /** Maximum bytes of standard output; more is `limit_exceeded`. Default 16 MB. */
  maxBytes?: number;
  /** Kills the process. */
  signal?: AbortSignal;
}

export interface GitRunResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/**
 * Runs git to its end and collects its output. Rejects only when it could not be started, was
 * cancelled or exceeded the output limit.
 */
export async function runGit(settings: WorkerSettings, options: GitRunOptions): Promise<GitRunResult> {
  const child = spawnGit(settings, options);
  const maxBytes = options.maxBytes ?? 16 * 1024 * 1024;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  let failure: GitError | undefined;
  const stop = (error: GitError): void => {
    failure ??= error;
    child.kill('SIGKILL');
  };
  const cancel = (): void => stop(new GitError('cancelled', 'the call was cancelled'));
  if (options.signal?.aborted === true) cancel();
  options.signal?.addEventListener('abort', cancel, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes)
      stop(new GitError('limit_exceeded', `git ${options.args[0]} returned more than ${maxBytes} bytes`));
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < 16_384) stderr += chunk.toString();
  });
  // A process that ends early closes its input during our write; its exit code explains it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return await new Promise<GitRunResult>((resolve, reject) => {
    child.once('error', (error) => reject(new GitError('git_failed', `git could not be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      options.signal?.removeEventListener('abort', cancel);
      if (failure !== undefined) reject(failure);
      else if (code === null) reject(new GitError('git_failed', `git ${options.args[0]} was killed by ${signal}`));
      else resolve({ code, stdout: Buffer.concat(chunks), stderr });
    });
  });
}
