/**
 * The persistent git processes: one per repository and kind, at most `maxChildren` that are not
 * busy, stopped when idle.
 */
import type { PersistentProcess } from './persistent-process';
import type { WorkerSettings } from './messages';

export class ProcessPool {
  private readonly processes = new Map<string, PersistentProcess>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly settings: WorkerSettings) {
    this.sweeper = setInterval(() => this.sweep(), Math.max(50, settings.idleMs / 4));
    this.sweeper.unref();
  }

  get size(): number {
    return this.processes.size;
  }

  /**
   * The persistent process of a kind in a repository; `create` starts it if none is alive.
   */
  acquire<P extends PersistentProcess>(repo: string, kind: string, create: () => P): P {
    const key = `${repo}\0${kind}`;
    const found = this.processes.get(key) as P | undefined;
    this.processes.delete(key);
    const process = found === undefined || found.dead ? create() : found;
    process.lastUsed = Date.now();
    this.processes.set(key, process);
    this.trim(key);
    return process;
  }

  /** Stops the processes of a repository, e.g. because its folder was replaced. */
  closeRepository(repo: string): void {
    for (const [key, process] of this.processes) {
      if (key.startsWith(`${repo}\0`)) this.drop(key, process);
    }
  }

  /** Stops all processes; the pool may be used again. */
  close(): void {
    clearInterval(this.sweeper);
    for (const [key, process] of this.processes) this.drop(key, process);
  }

  /**
   * Stops idle processes over the limit, oldest first. Busy ones stay; their number is bounded by
   * the concurrent calls.
   */
  private trim(keep?: string): void {
    for (const [key, process] of this.processes) {
      if (this.processes.size <= this.settings.maxChildren) return;
      if (key !== keep && (process.dead || !process.busy)) this.drop(key, process);
    }
  }

  private sweep(): void {
    const idleSince = Date.now() - this.settings.idleMs;
    for (const [key, process] of this.processes) {
      if (process.dead || (!process.busy && process.lastUsed < idleSince)) this.drop(key, process);
    }
    this.trim();
  }

  private drop(key: string, process: PersistentProcess): void {
    this.processes.delete(key);
    process.close();
  }
}
