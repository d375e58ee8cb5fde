// An engine that dies while the mesh runs is started again on its port: its data is durable and its
// clients come back by themselves.

import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from '../lib/fail.ts';
import type { Log } from '../lib/log.ts';

const firstDelay = 200;
const longestDelay = 10_000;

/**
 * Starts an engine and brings it back whenever it ends by itself.
 * @param name for the lines on the terminal
 * @returns the first one; its `stop` ends whichever runs then
 */
export async function keepRunning<
  Engine extends { port: number | undefined; ended: Promise<unknown>; stop: () => Promise<void> },
>(name: string, start: (port?: number) => Promise<Engine>, log: Log): Promise<Engine> {
  const first = await start();
  let isWanted = true;
  let current: Engine = first;
  const watching = watch();

  async function watch() {
    for (;;) {
      // One that came back while the stop was asked for.
      if (!isWanted) return current.stop();
      await current.ended;
      if (!isWanted) return;
      log.say(`${name} ended by itself, starting it again`);
      await current.stop();
      await comeBack();
    }
  }

  async function comeBack() {
    for (let delay = firstDelay; isWanted; delay = Math.min(2 * delay, longestDelay)) {
      await sleep(delay);
      try {
        current = await start(first.port);
        return;
      } catch (error) {
        log.say(`${name}: ${explain(error).split('\n')[0]}`);
      }
    }
  }

  return {
    ...first,
    async stop() {
      isWanted = false;
      await current.stop();
      if (first.port !== undefined) await watching;
    },
  };
}
