// Waits until a datastore is ready, and fails immediately when its process ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../lib/processes.ts';
import type { ChildProcess } from 'node:child_process';

/**
 * @param check rejects while the datastore is not ready
 * @param options `lastLines` is shown on failure
 */
export async function waitForReady(
  child: ChildProcess,
  check: () => Promise<unknown>,
  { name, timeoutMs, lastLines }: { name: string; timeoutMs: number; lastLines: () => string },
) {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!isRunning(child)) throw new Error(`${name} ended during its start: ${lastLines()}`, { cause: error });
      if (Date.now() > until)
        throw new Error(`${name} does not respond after ${timeoutMs / 1000} s: ${lastLines()}`, { cause: error });
      await sleep(30);
    }
  }
}
