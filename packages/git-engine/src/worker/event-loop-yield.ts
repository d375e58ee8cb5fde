/** Lets long computations yield to other calls and notice their own cancellation. */
import { setImmediate } from 'node:timers/promises';
import { GitError } from '../errors';

const stepsPerYield = 2000;

/**
 * Counts the steps of a long loop and yields to the event loop regularly. Rejects with `cancelled`
 * once the signal is aborted.
 */
export class EventLoopYield {
  private steps = 0;

  constructor(private readonly signal?: AbortSignal) {}

  /** Call once per step and await the result if it is a promise. */
  step(): Promise<void> | undefined {
    this.steps += 1;
    return this.steps % stepsPerYield === 0 ? this.rest() : undefined;
  }

  /** Yields now. */
  async rest(): Promise<void> {
    await setImmediate();
    if (this.signal?.aborted === true) throw new GitError('cancelled', 'the call was cancelled');
  }
}
