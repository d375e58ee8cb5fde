/**
 * Keeps repositories fast to read, outside of requests: updates the commit graph after pushes,
 * packs when there are many loose refs, loose objects or packs, or no bitmap, and writes bundles
 * for repositories that are cloned often. Due repositories and counts of clones are kept in memory
 * only: after a crash, the work is postponed to the next pushes or clones.
 */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from '@forgemesh/telemetry';
import { type GitClient, repositoryExists } from '@forgemesh/git-engine';
import { DAY_MS } from '@forgemesh/service/durations';

const INTERVAL_MS = 15_000;
/** Minimum time between two updates of the commit graph of a repository. */
const MIN_GRAPH_INTERVAL_MS = 60_000;
/**
 * Loose objects in one of the 256 folders above which repacking pays off; git uses the same
 * threshold.
 */
const MAX_LOOSE_PER_FOLDER = 24;
const MAX_PACKS = 40;
/**
 * Size of packs from which a bitmap pays off: without one, each clone and each fetch of many
 * commits walks all objects, which takes most of its time. Packing takes about as long as one
 * clone.
 */
const MIN_BITMAP_BYTES = 1024 * 1024;
/** Loose refs above which packing pays off: every push and fetch reads all of them. */
const MAX_LOOSE_REFS = 100;
/**
 * Size of the objects from which a bundle pays off: smaller repositories are packed in about a
 * second, and many equal clones share one pack anyway.
 */
const MIN_BUNDLED_BYTES = 50 * 1024 * 1024;
/** Clones within a day after which a bundle is written, which takes as long as one clone. */
const MIN_CLONES = 10;
/** Repositories whose clones are counted. */
const MAX_COUNTED = 10_000;
/**
 * A bundle is used until its branch is rewritten: clients fetch the commits that it lacks, which
 * are few after a day.
 */
const MIN_BUNDLE_AGE_MS = DAY_MS;
/** No timeout: a large repository takes long, and no request waits. */
const waitForLongTask = { timeoutMs: 0 };

/** Maintains the repositories of this process, one at a time. */
export class Maintenance {
  private readonly due = new Set<string>();
  /** When the commit graphs of repositories were updated, for those updated lately. */
  private readonly graphs = new Map<string, number>();
  /** Clones since the last bundle, for a day after the first of them. */
  private readonly clones = new LRUCache<string, number>({
    max: MAX_COUNTED,
    ttl: DAY_MS,
    noUpdateTTL: true,
    perf: Date,
  });
  /** Repositories that were packed for their bitmap, which git does not write for all of them. */
  private readonly mapped = new LRUCache<string, true>({ max: MAX_COUNTED });
  private running: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;
  private readonly stopping = new AbortController();

  constructor(
    private readonly git: GitClient,
    /** Whether the instance's settings allow automatic repacking. */
    private readonly mayPack: () => boolean,
    private readonly log: Logger,
    private readonly minBundledBytes = MIN_BUNDLED_BYTES,
  ) {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.optimizeDue());
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** Schedules maintenance of a repository whose refs changed. */
  schedule(repo: string): void {
    this.due.add(repo);
  }

  /** Counts a clone of the whole history. */
  noteClone(repo: string): void {
    const clones = (this.clones.get(repo) ?? 0) + 1;
    this.clones.set(repo, clones);
    if (clones === MIN_CLONES) this.schedule(repo);
  }

  /** Runs work in turn with the maintenance of this process. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.running.then(work);
    this.running = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Stops after the current repository and the work passed to `run`. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.due.clear();
    this.stopping.abort();
    await this.running;
  }

  private async optimizeDue(): Promise<void> {
    for (const [repo, at] of this.graphs) if (Date.now() - at >= MIN_GRAPH_INTERVAL_MS) this.graphs.delete(repo);
    // A repository whose commit graph is recent stays due.
    for (const repo of [...this.due].filter((one) => !this.graphs.has(one))) {
      this.due.delete(repo);
      await this.optimize(repo).catch((error: unknown) =>
        this.log.warn({ err: error, repo }, 'repository maintenance failed'),
      );
    }
  }

  private async optimize(repo: string): Promise<void> {
    if (!(await repositoryExists(repo))) return;
    if (this.mayPack()) {
      const shouldRepack = (await hasManyObjects(repo)) || (!this.mapped.has(repo) && (await lacksBitmap(repo)));
      if (shouldRepack || (await hasManyLooseRefs(repo))) await this.git.packRefs({ repo }, waitForLongTask);
      if (shouldRepack) {
        await this.git.repack({ repo }, waitForLongTask);
        this.mapped.set(repo, true);
      }
    }
    this.graphs.set(repo, Date.now());
    await this.git.writeCommitGraph({ repo }, waitForLongTask);
    if (this.mayPack() && (this.clones.get(repo) ?? 0) >= MIN_CLONES) await this.writeBundle(repo);
  }

  private async writeBundle(repo: string): Promise<void> {
    this.clones.delete(repo);
    const input = { repo, min_bytes: this.minBundledBytes, min_age_ms: MIN_BUNDLE_AGE_MS };
    const options = { ...waitForLongTask, signal: this.stopping.signal };
    await this.git.writeCloneBundle(input, options).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) throw error;
    });
  }
}

async function hasManyObjects(repo: string): Promise<boolean> {
  const [loose, packs] = await Promise.all([count(repo, '17'), count(repo, 'pack')]);
  // A pack has at least two files.
  return loose >= MAX_LOOSE_PER_FOLDER || packs >= MAX_PACKS * 2;
}

/**
 * Whether large packs have no bitmap. A fork has only a part of its objects, of which git writes no
 * bitmap.
 */
async function lacksBitmap(repo: string): Promise<boolean> {
  const folder = path.join(repo, 'objects/pack');
  const names = (await list(folder)).map(({ name }) => name);
  if (names.some((name) => name.endsWith('.bitmap')) || (await isFork(repo))) return false;
  let bytes = 0;
  for (const name of names) if (name.endsWith('.pack')) bytes += await sizeOf(path.join(folder, name));
  return bytes >= MIN_BITMAP_BYTES;
}

async function isFork(repo: string): Promise<boolean> {
  return (await list(path.join(repo, 'objects/info'))).some(({ name }) => name === 'alternates');
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

async function count(repo: string, folder: string): Promise<number> {
  return (await list(path.join(repo, 'objects', folder))).length;
}

async function hasManyLooseRefs(repo: string): Promise<boolean> {
  const folders = [path.join(repo, 'refs')];
  let refs = 0;
  for (let folder = folders.pop(); folder !== undefined && refs <= MAX_LOOSE_REFS; folder = folders.pop()) {
    for (const entry of await list(folder)) {
      if (entry.isDirectory()) folders.push(path.join(folder, entry.name));
      else refs += 1;
    }
  }
  return refs > MAX_LOOSE_REFS;
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
