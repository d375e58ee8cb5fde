// What must be stopped at the end, in the reverse order of its start: at Ctrl-C, SIGTERM, or a
// failed start.

import { explain } from './fail.ts';
import { killTied } from './processes.ts';
import type { Log } from './log.ts';

/**
 * One Ctrl-C under npm arrives twice, from the terminal and from npm: a second signal within this
 * time (ms) does not kill.
 */
const sameKeystroke = 1000;

export interface Stops {
  /** `text` is the line for the terminal, none for trifles. */
  add: (text: string | undefined, stop: () => unknown) => void;
  /** Stops what was added, the last first; the exit code. */
  all: () => Promise<number>;
  /** Whether a signal has come. */
  isStopping: () => boolean;
  /** The exit code, when a signal has stopped everything. */
  finished: () => Promise<number>;
}

/**
 * From now on signals end the program in order with exit code 0; a second one kills what is left.
 */
export function createStops(log: Log): Stops {
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
        log.say(explain(error));
        code = 1;
      }
    }
    return code;
  }

  async function onSignal() {
    if (stoppingSince && Date.now() - stoppingSince > sameKeystroke) {
      killTied();
      process.exit(130);
    }
    if (stoppingSince) return;
    stoppingSince = Date.now();
    log.say('');
    const code = await all();
    finish(code);
    // What was under way (an installation, a set-up) is given up.
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
