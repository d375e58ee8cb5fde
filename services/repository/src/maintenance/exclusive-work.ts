/** Long work of which a process runs one at a time, and aborts when it stops. */
import type { Logger } from '@forgemesh/telemetry';

/** Runs one piece of work at a time. */
export class ExclusiveWork {
  private running: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly log: Logger) {}

  /** Whether work is running, or the process is stopping. */
  get isBusy(): boolean {
    return this.running !== undefined || this.stopping.signal.aborted;
  }

  /**
   * Starts work; `failure` is the log message if it fails. `signal` aborts when the process stops.
   */
  run(failure: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.isBusy) throw new Error('other work is running');
    this.running = work(this.stopping.signal)
      .catch((error: unknown) => this.log.warn({ err: error }, failure))
      .finally(() => (this.running = undefined));
  }

  /** Aborts the running work and waits for its end. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
