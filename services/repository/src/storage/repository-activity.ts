/**
 * Tracks the activity in the repositories of this process: writes, which a locked repository
 * refuses, and long reads, which a deletion waits for.
 */
import { UnavailableError } from '@forgemesh/errors';
import { type GitClient, streamOperations, type operations } from '@forgemesh/git-engine';

/** The message of the API and git for a repository that is temporarily read-only. */
export const READ_ONLY = 'The repository is temporarily read-only. Please try again later.';
const RETRY_AFTER_SECONDS = 5;

/** A write to a locked repository. Nothing was written. */
export class ReadOnlyError extends UnavailableError {
  constructor() {
    super(READ_ONLY, { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/**
 * Operations of git that write into their repository, `target` if present, else `repo`. Maintenance
 * changes nothing that is visible.
 */
const writes = [
  ...['updateRefs', 'createBranch', 'deleteBranch', 'createTag', 'deleteTag', 'writeTag', 'setHead'],
  ...['ensureRepository', 'forkRepository', 'forkPeerRepository', 'unbundleRepository'],
  ...['fetchCommits', 'fetchRemote', 'fetchReplica'],
  ...['commitActions', 'replayCommit', 'rebaseCommits', 'writeCommit'],
] as (keyof typeof operations)[];

type AnyMethod = (input: { repo?: string; target?: string }, options?: unknown) => unknown;

/** Counts by repository. */
class Counts {
  private readonly counts = new Map<string, number>();

  add(repo: string, change: 1 | -1): void {
    const count = (this.counts.get(repo) ?? 0) + change;
    if (count > 0) this.counts.set(repo, count);
    else this.counts.delete(repo);
  }

  has(repo: string): boolean {
    return this.counts.has(repo);
  }
}

/** The activity of all repositories, by folder. */
export class RepositoryActivity {
  private readonly locked = new Set<string>();
  private readonly writers = new Counts();
  private readonly readers = new Counts();

  /** Refuses new writes; running ones continue. */
  lock(repo: string): void {
    this.locked.add(repo);
  }

  unlock(repo: string): void {
    this.locked.delete(repo);
  }

  isLocked(repo: string): boolean {
    return this.locked.has(repo);
  }

  /** Throws ReadOnlyError for a locked repository. */
  assertWritable(repo: string): void {
    if (this.locked.has(repo)) throw new ReadOnlyError();
  }

  hasWriters(repo: string): boolean {
    return this.writers.has(repo);
  }

  hasReaders(repo: string): boolean {
    return this.readers.has(repo);
  }

  /** Counts a long read until the returned function is called. */
  startReading(repo: string): () => void {
    this.readers.add(repo, 1);
    let isEnded = false;
    return () => {
      if (!isEnded) this.readers.add(repo, -1);
      isEnded = true;
    };
  }

  /** Counts a write until the returned function is called. */
  startWriting(repo: string): () => void {
    this.writers.add(repo, 1);
    return () => this.writers.add(repo, -1);
  }

  /** Wraps a client so that its writes and streams are tracked. */
  track(git: GitClient): GitClient {
    const methods = git as unknown as Record<string, AnyMethod>;
    const trackedWrites = writes.map((name) => [name, this.trackWrite(methods[name] as AnyMethod)]);
    const streams = Object.keys(streamOperations)
      .filter((name) => name.startsWith('stream'))
      .map((name) => [name, this.trackRead(methods[name] as AnyMethod)]);
    return { ...git, ...(Object.fromEntries([...trackedWrites, ...streams]) as Partial<GitClient>) };
  }

  private trackWrite(method: AnyMethod): AnyMethod {
    return async (input, options) => {
      const repo = input.target ?? input.repo ?? '';
      this.assertWritable(repo);
      this.writers.add(repo, 1);
      try {
        return await method(input, options);
      } finally {
        this.writers.add(repo, -1);
      }
    };
  }

  private trackRead(method: AnyMethod): AnyMethod {
    return (input, options) => {
      const end = this.startReading(input.repo ?? '');
      const call = method(input, options) as { result: Promise<unknown> };
      call.result.then(end, end);
      return call;
    };
  }
}
