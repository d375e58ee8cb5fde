/**
 * What goes on in the repositories of this process: writes, which a closed repository refuses, and
 * long reads, which whoever removes one waits for.
 */
import { UnavailableError } from '@forgemesh/errors';
import { type GitClient, streamOperations, type operations } from '@forgemesh/git-engine';

/** What the API and git say of a repository that takes no writes for a while. */
export const READ_ONLY = 'The repository is temporarily read-only. Please try again later.';
const RETRY_AFTER_SECONDS = 5;

/** A write to a repository that is closed. Nothing was written. */
export class ReadOnlyError extends UnavailableError {
  constructor() {
    super(READ_ONLY, { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/**
 * Operations of git that write into the repository that they name, first `target`, else `repo`.
 * Upkeep changes nothing that anybody sees.
 */
const writes = [
  ...['updateRefs', 'createBranch', 'deleteBranch', 'createTag', 'deleteTag', 'writeTag', 'setHead'],
  ...['ensureRepository', 'forkRepository', 'forkNeighbour', 'unbundleRepository'],
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

/** The use of all repositories, by their folders. */
export class RepositoryUse {
  private readonly closed = new Set<string>();
  private readonly writers = new Counts();
  private readonly readers = new Counts();

  /** Refuses writes from now on; those under way go on. */
  close(repo: string): void {
    this.closed.add(repo);
  }

  open(repo: string): void {
    this.closed.delete(repo);
  }

  isClosed(repo: string): boolean {
    return this.closed.has(repo);
  }

  /** Throws ReadOnlyError for a repository that is closed. */
  assertOpen(repo: string): void {
    if (this.closed.has(repo)) throw new ReadOnlyError();
  }

  isWritten(repo: string): boolean {
    return this.writers.has(repo);
  }

  isRead(repo: string): boolean {
    return this.readers.has(repo);
  }

  /** Counts a long read until the function that is returned is called. */
  startReading(repo: string): () => void {
    this.readers.add(repo, 1);
    let isOver = false;
    return () => {
      if (!isOver) this.readers.add(repo, -1);
      isOver = true;
    };
  }

  /** A client whose writes and streams are known here. */
  watch(git: GitClient): GitClient {
    const methods = git as unknown as Record<string, AnyMethod>;
    const guarded = writes.map((name) => [name, this.guarded(methods[name] as AnyMethod)]);
    const streams = Object.keys(streamOperations)
      .filter((name) => name.startsWith('stream'))
      .map((name) => [name, this.counted(methods[name] as AnyMethod)]);
    return { ...git, ...(Object.fromEntries([...guarded, ...streams]) as Partial<GitClient>) };
  }

  private guarded(method: AnyMethod): AnyMethod {
    return async (input, options) => {
      const repo = input.target ?? input.repo ?? '';
      this.assertOpen(repo);
      this.writers.add(repo, 1);
      try {
        return await method(input, options);
      } finally {
        this.writers.add(repo, -1);
      }
    };
  }

  private counted(method: AnyMethod): AnyMethod {
    return (input, options) => {
      const end = this.startReading(input.repo ?? '');
      const call = method(input, options) as { result: Promise<unknown> };
      call.result.then(end, end);
      return call;
    };
  }
}
