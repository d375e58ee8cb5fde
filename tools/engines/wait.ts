// Waits until an engine answers, and gives up at once when its process ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../lib/processes.ts';

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => Promise<void>} ask rejects while the engine does not answer
 * @param {{ name: string, timeoutMs: number, lastWords: () => string }} options `lastWords` is shown when it ends or is late
 */
export async function untilAnswers(child, ask, { name, timeoutMs, lastWords }) {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isRunning(child)) throw new Error(`${name} ended at its start: ${lastWords()}`, { cause: error });
      if (Date.now() > until)
        throw new Error(`${name} does not answer after ${timeoutMs / 1000} s: ${lastWords()}`, { cause: error });
      await sleep(30);
    }
  }
}
