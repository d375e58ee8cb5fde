// What a person sees on the terminal while things are set up: one line per step with the time it
// took.

export interface Log {
  /** Prints one line. */
  say: (text: string) => void;
  /** Shows how far a running step is; on a terminal the line is overwritten. */
  progress: (text: string) => void;
  /**
   * Runs `work` and prints `text` with its time, also when it fails; the error goes on to the
   * caller.
   */
  step: <T>(text: string, work: () => Promise<T> | T) => Promise<T>;
}

/** Seconds between two progress lines where the output is no terminal. */
const quietSeconds = 15;

/** A log on a stream. */
export function createLog(
  stream: { write(text: string): unknown; isTTY?: boolean; columns?: number } = process.stdout,
): Log {
  let open = false;
  let lastProgress = Date.now();
  const clear = () => {
    if (open) stream.write('\r\x1b[K');
    open = false;
  };
  const say = (text: string) => {
    clear();
    stream.write(`${text}\n`);
  };
  const progress = (text: string) => {
    if (stream.isTTY) {
      clear();
      stream.write(`  ${text}`.slice(0, (stream.columns ?? 80) - 1));
      open = true;
    } else if (Date.now() - lastProgress > quietSeconds * 1000) {
      lastProgress = Date.now();
      say(`  ${text}`);
    }
  };
  return {
    say,
    progress,
    async step(text, work) {
      const from = performance.now();
      lastProgress = Date.now();
      progress(`${text} ...`);
      try {
        const result = await work();
        say(`${text} (${seconds(from)})`);
        return result;
      } catch (error) {
        say(`${text}: failed (${seconds(from)})`);
        throw error;
      }
    },
  };
}

/** A log that prints nothing, for tests. */
export const silentLog = createLog({ write: () => true });

/** @param from a `performance.now()` */
function seconds(from: number) {
  const value = (performance.now() - from) / 1000;
  return `${value.toFixed(value < 10 ? 1 : 0)} s`;
}
