import { until } from '@forgemesh/testing';

/** What takes its time takes so long at most, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/** As `eventually`, for what takes as long as a project is large, or until work that a crash cut off is given to somebody again. */
export function patiently<T>(ask: () => Promise<T>, isOver: (answer: T) => boolean): Promise<T> {
  return until(PATIENCE_MS, ask, isOver);
}
