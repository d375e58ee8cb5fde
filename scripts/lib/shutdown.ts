// Stops everything that a program started, in reverse order, on Ctrl-C, SIGTERM or a failed start.

import { formatError } from './fail.ts';
import { killLinked } from './processes.ts';
import type { Log } from './log.ts';

/** Under npm, one Ctrl-C arrives twice: a second signal within this time (ms) does not kill. */
const REPEATED_SIGNAL_MS = 1000;

export interface ShutdownHooks {
  /** Adds a hook; `text` is printed when it runs, undefined prints nothing. */
  add: (text: string | undefined, stop: () => unknown) => void;
  /** Runs the hooks, the last added first; resolves to the exit code. */
  all: () => Promise<number>;
  /** Whether a signal was received. */
  isStopping: () => boolean;
  /** Resolves to the exit code after a signal has stopped everything. */
  finished: () => Promise<number>;
}

/**
 * Handles signals: the first one stops the program in order with exit code 0, a second one kills
 * it.
 */
export function createShutdownHooks(log: Log): ShutdownHooks {
  const stops: { text: string | undefined; stop: () => unknown }[] = [];
  let stoppingSince = 0;
  let finish: (code: number) => void = () => undefined;
  const finished = new Promise((resolve: (code: number) => void) => (finish = resolve));

  async function all() {
    let code = 0;
    for (let next = stops.pop(); next; next = stops.pop()) {
      const { text, stop } = next;
      try {
        if (text) await log.step(text, async () => void (await stop()));
        else await stop();
      } catch (error) {
        log.print(formatError(error));
        code = 1;
      }
    }
    return code;
  }

  async function onSignal() {
    if (stoppingSince && Date.now() - stoppingSince > REPEATED_SIGNAL_MS) {
      killLinked();
      process.exit(130);
    }
    if (stoppingSince) return;
    stoppingSince = Date.now();
    log.print('');
    const code = await all();
    finish(code);
    // Running work, such as an installation, is aborted.
    process.exit(code);
  }
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  return {
    add: (text, stop) => void stops.push({ text, stop }),
    all,
    isStopping: () => stoppingSince > 0,
    finished: () => finished,
  };
}
