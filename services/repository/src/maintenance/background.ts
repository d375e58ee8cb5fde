/** Work that continues after the response and is awaited when the service stops. */
import type { Logger } from '@forgemesh/telemetry';

/**
 * Runs work in the background. Failures are logged only, so another mechanism must be able to redo
 * the work.
 */
export class Background {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly log: Logger) {}

  /** Starts work; `failure` is the log message if it fails. */
  run(failure: string, work: () => Promise<void>): void {
    const task = work()
      .catch((error: unknown) => this.log.warn({ err: error }, failure))
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  /** Waits for all running work. */
  async close(): Promise<void> {
    await Promise.all(this.running);
  }
}
