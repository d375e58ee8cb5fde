/**
 * What an operation gets besides its input: repositories by folder, the worker's settings, and the
 * signal of its call.
 */
import { type BigIntStats, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { GitError } from '../errors';
import type { WorkerSettings } from './messages';
import type { Pipe } from './pipe';
import { ProcessPool } from './process-pool';
import { Repository } from './repository';

export interface GitContext {
  readonly settings: WorkerSettings;
  /** Aborted when the caller gave up or the deadline passed. */
  readonly signal: AbortSignal;
  /**
   * The repository in an absolute folder. A folder that does not exist reads as an empty
   * repository.
   */
  repository(path: string): Repository;
}

/** An operation: its input and output cross the process border, so they are plain data. */
export type Operation<I, O> = (context: GitContext, input: I) => Promise<O>;

/**
 * An operation that also reads and writes bytes while it runs. What it returns arrives after its
 * bytes.
 */
export type StreamOperation<I, O> = (context: GitContext, input: I, pipe: Pipe) => Promise<O>;

/**
 * Most repositories that are remembered, and about how many bytes their caches may hold together.
 */
const maxRepositories = 256;
const maxCacheBytes = 256 * 1024 * 1024;
const lookupsBetweenWeighings = 256;

interface Known {
  identity: string;
  repository: Repository;
}

/** The state of one worker. `close` ends its git processes. */
export class WorkerState {
  private readonly known = new Map<string, Known>();
  private readonly pool: ProcessPool;
  private lookups = 0;

  constructor(readonly settings: WorkerSettings) {
    this.pool = new ProcessPool(settings);
  }

  /** The context of one call. */
  context(signal: AbortSignal): GitContext {
    return { settings: this.settings, signal, repository: (path) => this.repository(path) };
  }

  /** How many git processes are kept running. */
  get keptProcesses(): number {
    return this.pool.size;
  }

  close(): void {
    this.pool.close();
    this.known.clear();
  }

  private repository(path: string): Repository {
    if (typeof path !== 'string' || !isAbsolute(path) || path.includes('\0')) {
      throw new GitError('repository_not_found', 'not a repository folder');
    }
    const folder = statSync(path, { bigint: true, throwIfNoEntry: false });
    const identity = folder === undefined ? 'absent' : describe(folder, path);
    const known = this.known.get(path);
    if (++this.lookups % lookupsBetweenWeighings === 0) this.forgetHeavy();
    this.known.delete(path);
    if (known?.identity === identity) {
      this.known.set(path, known);
      return known.repository;
    }
    // The folder was made, replaced or given other alternates: what is cached or kept open may no
    // longer hold.
    if (known !== undefined) this.pool.lockRepository(path);
    const repository = new Repository(path, folder !== undefined, this.settings, this.pool);
    this.known.set(path, { identity, repository });
    for (const [oldest] of this.known) {
      if (this.known.size <= maxRepositories) break;
      this.known.delete(oldest);
    }
    return repository;
  }

  /**
   * Drops the repositories that were not used for longest while all caches together are too heavy.
   */
  private forgetHeavy(): void {
    let weight = 0;
    for (const { repository } of this.known.values()) weight += repository.weight;
    for (const [path, { repository }] of this.known) {
      if (weight <= maxCacheBytes) break;
      weight -= repository.weight;
      this.known.delete(path);
    }
  }
}

function describe(folder: BigIntStats, path: string): string {
  const alternates = statSync(join(path, 'objects/info/alternates'), { bigint: true, throwIfNoEntry: false });
  return `${folder.dev}:${folder.ino}:${folder.birthtimeNs}:${alternates?.mtimeNs ?? ''}`;
}
