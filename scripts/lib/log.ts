// Progress output on the terminal: one line per step, with its duration.

export interface Log {
  /** Prints one line. */
  print: (text: string) => void;
  /** Shows the progress of a running step; on a terminal the line is overwritten. */
  progress: (text: string) => void;
  /** Runs `work` and prints `text` with the duration, even on failure; the error is rethrown. */
  step: <T>(text: string, work: () => Promise<T> | T) => Promise<T>;
}

/** Seconds between two progress lines if the output is not a terminal. */
const progressIntervalSeconds = 15;

/** Creates a log on a stream. */
export function createLog(
  stream: { write(text: string): unknown; isTTY?: boolean; columns?: number } = process.stdout,
): Log {
  let open = false;
  let lastProgress = Date.now();
  const clear = () => {
    if (open) stream.write('\r\x1b[K');
    open = false;
  };
  const print = (text: string) => {
    clear();
    stream.write(`${text}\n`);
  };
  const progress = (text: string) => {
    if (stream.isTTY) {
      clear();
      stream.write(`  ${text}`.slice(0, (stream.columns ?? 80) - 1));
      open = true;
    } else if (Date.now() - lastProgress > progressIntervalSeconds * 1000) {
      lastProgress = Date.now();
      print(`  ${text}`);
    }
  };
  return {
    print,
    progress,
    async step(text, work) {
      const from = performance.now();
      lastProgress = Date.now();
      progress(`${text} ...`);
      try {
        const result = await work();
        print(`${text} (${seconds(from)})`);
        return result;
      } catch (error) {
        print(`${text}: failed (${seconds(from)})`);
        throw error;
      }
    },
  };
}

/** A log that prints nothing, for tests. */
export const silentLog = createLog({ write: () => true });

/** @param from a `performance.now()` value */
function seconds(from: number) {
  const value = (performance.now() - from) / 1000;
  return `${value.toFixed(value < 10 ? 1 : 0)} s`;
}
