/**
 * Long work in one thread must let other calls, and the news that its own caller gave up, in
 * between.
 */
import { setImmediate } from 'node:timers/promises';
import { GitError } from '../errors';

const stepsPerBreath = 2000;

/**
 * Counts the steps of a long loop; every so often gives way to other work. Rejects with `cancelled`
 * once it is.
 */
export class EventLoopYield {
  private steps = 0;

  constructor(private readonly signal?: AbortSignal) {}

  /** To be awaited when it gives a promise, once per step. */
  step(): Promise<void> | undefined {
    this.steps += 1;
    return this.steps % stepsPerBreath === 0 ? this.rest() : undefined;
  }

  private async rest(): Promise<void> {
    await setImmediate();
    if (this.signal?.aborted === true) throw new GitError('cancelled', 'the call was cancelled');
  }
}
