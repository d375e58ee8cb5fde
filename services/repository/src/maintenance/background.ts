/** Work that goes on after an answer, waited for when the service stops. */
import type { Logger } from '@forgemesh/telemetry';

/**
 * Runs work in the background. What fails is logged; something else must be able to do it again.
 */
export class Background {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly log: Logger) {}

  /** Starts work; `failure` is the log line where it fails. */
  run(failure: string, work: () => Promise<void>): void {
    const task = work()
      .catch((error: unknown) => this.log.warn({ err: error }, failure))
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  /** Waits for all that runs. */
  async close(): Promise<void> {
    await Promise.all(this.running);
  }
}
