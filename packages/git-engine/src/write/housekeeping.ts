/**
 * Upkeep of one repository, one process each, off the request path. All are safe beside readers and
 * writers.
 */
import type { GitEnvironmentOptions } from '../storage/git-environment';
import { runGit, type RunGitOptions } from './run-git';

export interface HousekeepingOptions {
  /** Milliseconds; an hour by default. */
  timeoutMs?: number;
  /**
   * How long an object that nothing reaches is kept, in git's words. It must be longer than the
   * longest upload, since objects arrive before the ref that names them. Two weeks by default.
   */
  pruneOlderThan?: string;
  environment?: GitEnvironmentOptions;
  /** Ends the process when the caller gave up; git undoes what it has not finished. */
  signal?: AbortSignal;
}

const hour = 3_600_000;

/** Brings the commit graph with its changed-path filters up to date. Errors: those of `runGit`. */
export async function writeCommitGraph(repo: string, options: HousekeepingOptions = {}): Promise<void> {
  const args = ['commit-graph', 'write', '--reachable', '--changed-paths', '--split', '--no-progress'];
  await runGit(repo, args, processOptions(options));
}

/**
 * Packs all reachable objects into one pack with a bitmap. Unreachable ones move to a pack of their
 * own and are dropped only when older than the limit: dropping them at once would take the objects
 * of a push that is just arriving.
 */
export async function repack(repo: string, options: HousekeepingOptions = {}): Promise<void> {
  const expiry = options.pruneOlderThan ?? '2.weeks.ago';
  const args = ['repack', '-d', '--cruft', `--cruft-expiration=${expiry}`, '--write-bitmap-index', '--quiet'];
  await runGit(repo, args, processOptions(options));
}

/**
 * Drops unreachable loose objects and what crashed writers left, where they are older than the
 * limit.
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
