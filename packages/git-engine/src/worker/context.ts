/**
 * The context of an operation in addition to its input: repositories by folder, the worker's
 * settings, and the signal of its call.
 */
import { type BigIntStats, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { GitError } from '../errors';
import { PackPool } from '../objects/files/pack-pool';
import { Downloads } from './downloads';
import type { WorkerSettings } from './messages';
import { PassedConnections } from './passed-connections';
import type { Pipe } from './pipe';
import { ProcessPool } from './process-pool';
import { Repository } from './repository';

export interface GitContext {
  readonly settings: WorkerSettings;
  /** Aborted when the caller cancels or the deadline passes. */
  readonly signal: AbortSignal;
  readonly downloads: Downloads;
  /** Connections of clients to this process's service. */
  readonly connections: PassedConnections;
  /**
   * The repository in an absolute folder. A folder that does not exist reads as an empty
   * repository.
   */
  repository(path: string): Repository;
}

/** An operation. Its input and output cross the process boundary, so they are plain data. */
export type Operation<I, O> = (context: GitContext, input: I) => Promise<O>;

/**
 * An operation that also reads and writes bytes while it runs. Its result arrives after its bytes.
 */
export type StreamOperation<I, O> = (context: GitContext, input: I, pipe: Pipe) => Promise<O>;

/**
 * Maximum number of open repositories, and the approximate maximum bytes of all their caches
 * together.
 */
const maxRepositories = 256;
const maxCacheBytes = 256 * 1024 * 1024;
const lookupsBetweenEvictions = 256;

interface OpenRepository {
  identity: string;
  repository: Repository;
}

/** The state of one worker. `close` ends its git processes. */
export class WorkerState {
  private readonly openRepositories = new Map<string, OpenRepository>();
  private readonly pool: ProcessPool;
  private readonly packs: PackPool;
  private readonly downloads: Downloads;
  readonly connections = new PassedConnections();
  private lookups = 0;

  constructor(readonly settings: WorkerSettings) {
    this.pool = new ProcessPool(settings);
    this.packs = new PackPool(settings.idleMs);
    this.downloads = new Downloads(settings.downloads);
  }

  /** The context of one call. */
  context(signal: AbortSignal): GitContext {
    const { settings, downloads, connections } = this;
    return { settings, signal, downloads, connections, repository: (path) => this.repository(path) };
  }

  /** Number of persistent git processes. */
  get persistentProcesses(): number {
    return this.pool.size;
  }

  close(): void {
    this.pool.close();
    this.packs.close();
    this.openRepositories.clear();
  }

  private repository(path: string): Repository {
    if (typeof path !== 'string' || !isAbsolute(path) || path.includes('\0')) {
      throw new GitError('repository_not_found', 'not a repository folder');
    }
    const folder = statSync(path, { bigint: true, throwIfNoEntry: false });
    const identity = folder === undefined ? 'absent' : describe(folder, path);
    const existing = this.openRepositories.get(path);
    if (++this.lookups % lookupsBetweenEvictions === 0) this.evictHeaviest();
    this.openRepositories.delete(path);
    if (existing?.identity === identity) {
      this.openRepositories.set(path, existing);
      return existing.repository;
    }
    // The folder was created, replaced or given other alternates: caches and open processes may be
    // outdated.
    existing?.repository.close();
    const repository = new Repository(path, folder !== undefined, this.settings, this.pool, this.packs);
    this.openRepositories.set(path, { identity, repository });
    for (const [oldest] of this.openRepositories) {
      if (this.openRepositories.size <= maxRepositories) break;
      this.openRepositories.delete(oldest);
    }
    return repository;
  }

  /** Drops the least recently used repositories while all caches together exceed the limit. */
  private evictHeaviest(): void {
    let weight = 0;
    for (const { repository } of this.openRepositories.values()) weight += repository.weight;
    for (const [path, { repository }] of this.openRepositories) {
      if (weight <= maxCacheBytes) break;
      weight -= repository.weight;
      this.openRepositories.delete(path);
    }
  }
}

function describe(folder: BigIntStats, path: string): string {
  const alternates = statSync(join(path, 'objects/info/alternates'), { bigint: true, throwIfNoEntry: false });
  return `${folder.dev}:${folder.ino}:${folder.birthtimeNs}:${alternates?.mtimeNs ?? ''}`;
}
