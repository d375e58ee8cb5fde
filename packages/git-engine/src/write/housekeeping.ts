/**
 * Maintenance of one repository, one process per task, outside of requests. All tasks are safe
 * while the repository is read and written.
 */
import type { GitEnvironmentOptions } from '../storage/git-environment';
import { runGit, type RunGitOptions } from './run-git';

export interface HousekeepingOptions {
  /** Milliseconds. Default one hour. */
  timeoutMs?: number;
  /**
   * How long unreachable objects are kept, in git's syntax. It must be longer than the longest
   * upload, because objects arrive before their ref. Default two weeks.
   */
  pruneOlderThan?: string;
  environment?: GitEnvironmentOptions;
  /** Stops the process when the caller cancels; git removes its unfinished files. */
  signal?: AbortSignal;
}

const hour = 3_600_000;

/** Updates the commit graph with its changed-path filters. Errors: those of `runGit`. */
export async function writeCommitGraph(repo: string, options: HousekeepingOptions = {}): Promise<void> {
  const args = ['commit-graph', 'write', '--reachable', '--changed-paths', '--split', '--no-progress'];
  await runGit(repo, args, processOptions(options));
}

/**
 * Packs all reachable objects into one pack with a bitmap. Unreachable ones move to a separate pack
 * and are deleted only when older than the limit, because they may belong to a push that is just
 * arriving.
 */
export async function repack(repo: string, options: HousekeepingOptions = {}): Promise<void> {
  const expiry = options.pruneOlderThan ?? '2.weeks.ago';
  const args = ['repack', '-d', '--cruft', `--cruft-expiration=${expiry}`, '--write-bitmap-index', '--quiet'];
  await runGit(repo, args, processOptions(options));
}

/**
 * Deletes unreachable loose objects and leftovers of crashed writers that are older than the limit.
 */
export async function prune(repo: string, options: HousekeepingOptions = {}): Promise<void> {
  await runGit(repo, ['prune', `--expire=${options.pruneOlderThan ?? '2.weeks.ago'}`], processOptions(options));
}

/** Moves loose refs into one file, so that listing thousands of them is one read. */
export async function packRefs(repo: string, options: HousekeepingOptions = {}): Promise<void> {
  await runGit(repo, ['pack-refs', '--all', '--prune'], processOptions(options));
}

function processOptions({ timeoutMs = hour, signal, environment }: HousekeepingOptions): RunGitOptions {
  return { timeoutMs, signal, ...environment };
}
