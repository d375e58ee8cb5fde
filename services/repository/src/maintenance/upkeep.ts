/**
 * Keeps repositories fast to read, off the way of requests: the commit graph after pushes, new
 * packs when many loose objects or packs have gathered. What is due is remembered in memory alone:
 * a crash only postpones it to the next push.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '@forgemesh/telemetry';
import { type GitClient, repositoryExists } from '@forgemesh/git-engine';

const INTERVAL_MS = 15_000;
/** Loose objects in one of the 256 folders from which on packing pays, as git itself reckons. */
const MANY_LOOSE_IN_FOLDER = 24;
const MANY_PACKS = 40;
/** No deadline: a large repository takes its time, and nobody waits. */
const waitForLongTask = { timeoutMs: 0 };

/** The upkeep of the repositories of this process, one at a time. */
export class Upkeep {
  private readonly due = new Set<string>();
  private running: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;
  private readonly stopping = new AbortController();
  private inHand = 0;

  constructor(
    private readonly git: GitClient,
    /** Whether the instance wants repositories to be packed by themselves. */
    private readonly mayPack: () => boolean,
    private readonly log: Logger,
  ) {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.tidyAll());
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** Remembers that refs of a repository changed. */
  touch(repo: string): void {
    this.due.add(repo);
  }

  /** Whether work that somebody gave to `run` waits or is done. */
  get isBusy(): boolean {
    return this.inHand > 0;
  }

  /** Does some work in its turn. What fails is logged; `signal` aborts when the process stops. */
  run(work: (signal: AbortSignal) => Promise<void>): void {
    this.inHand += 1;
    this.running = this.running
      .then(() => work(this.stopping.signal))
      .catch((error: unknown) => this.log.warn({ err: error }, 'upkeep failed'))
      .finally(() => {
        this.inHand -= 1;
      });
  }

  /** Ends after the repository at hand; what `run` was given is told to stop. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.due.clear();
    this.stopping.abort();
    await this.running;
  }

  private async tidyAll(): Promise<void> {
    for (const repo of this.due) {
      this.due.delete(repo);
      await this.tidy(repo).catch((error: unknown) => this.log.warn({ err: error, repo }, 'repository not tidied'));
    }
  }

  private async tidy(repo: string): Promise<void> {
    if (!(await repositoryExists(repo))) return;
    if (this.mayPack() && (await needsPacking(repo))) {
      await this.git.packRefs({ repo }, waitForLongTask);
      await this.git.repack({ repo }, waitForLongTask);
    }
    await this.git.writeCommitGraph({ repo }, waitForLongTask);
  }
}

async function needsPacking(repo: string): Promise<boolean> {
  const [loose, packs] = await Promise.all([count(repo, '17'), count(repo, 'pack')]);
  // A pack has two files at least.
  return loose >= MANY_LOOSE_IN_FOLDER || packs >= MANY_PACKS * 2;
}

async function count(repo: string, folder: string): Promise<number> {
  try {
    return (await readdir(path.join(repo, 'objects', folder))).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
