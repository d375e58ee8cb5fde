// Restarts a datastore that dies while the mesh runs on the same port. Its data is durable, and its
// clients reconnect.

import { setTimeout as sleep } from 'node:timers/promises';
import { formatError } from '../lib/fail.ts';
import type { Log } from '../lib/log.ts';

const initialDelay = 200;
const maxDelay = 10_000;

/**
 * Starts a datastore and restarts it whenever it ends unexpectedly.
 * @param name for messages on the terminal
 * @returns the first instance; its `stop` ends the current one
 */
export async function supervise<
  Engine extends { port: number | undefined; ended: Promise<unknown>; stop: () => Promise<void> },
>(name: string, start: (port?: number) => Promise<Engine>, log: Log): Promise<Engine> {
  const first = await start();
  let shouldRun = true;
  let current: Engine = first;
  const watching = watch();

  async function watch() {
    for (;;) {
      // It was restarted while the stop was requested.
      if (!shouldRun) return current.stop();
      await current.ended;
      if (!shouldRun) return;
      log.print(`${name} ended unexpectedly, restarting it`);
      await current.stop();
      await restartUntilStopped();
    }
  }

  async function restartUntilStopped() {
    for (let delay = initialDelay; shouldRun; delay = Math.min(2 * delay, maxDelay)) {
      await sleep(delay);
      try {
        current = await start(first.port);
        return;
      } catch (error) {
        log.print(`${name}: ${formatError(error).split('\n')[0]}`);
      }
    }
  }

  return {
    ...first,
    async stop() {
      shouldRun = false;
      await current.stop();
      if (first.port !== undefined) await watching;
    },
  };
}
