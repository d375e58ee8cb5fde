// Waits until an engine answers, and gives up at once when its process ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../lib/processes.ts';
import type { ChildProcess } from 'node:child_process';

/**
 * @param ask rejects while the engine does not answer
 * @param options `lastWords` is shown when it ends or is late
 */
export async function untilAnswers(
  child: ChildProcess,
  ask: () => Promise<unknown>,
  { name, timeoutMs, lastWords }: { name: string; timeoutMs: number; lastWords: () => string },
) {
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
