/** Work that is done one piece at a time while the browser is idle. */

/** The size of all work together, so that a huge page stays responsive and small. */
const MAX_SIZE = 20_000;
/** Without idle time, the work is done after this time. */
const TIMEOUT_MS = 2_000;

interface Work {
  run: () => void;
  size: number;
}

const waiting: Work[] = [];
let used = 0;
let isScheduled = false;

/**
 * Runs `work` later. `size` counts against a limit, such as the number of rendered lines; work
 * beyond it is not run. Returns a function that cancels it, or gives back its share.
 */
export function runWhenIdle(run: () => void, size: number): () => void {
  const work = { run, size };
  if (used + size > MAX_SIZE) return () => undefined;
  used += size;
  waiting.push(work);
  schedule();
  return () => {
    used -= size;
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  const next = (): void => {
    isScheduled = false;
    waiting.shift()?.run();
    schedule();
  };
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(next, { timeout: TIMEOUT_MS });
  else setTimeout(next);
}
