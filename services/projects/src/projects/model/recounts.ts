/** Coalesces recounts per project, so that many concurrent changes cause few counts. */
import { setTimeout } from 'node:timers/promises';

/** Recounts for a project. Resolves with the result of a count that started after the call. */
export type Recount<T> = (projectId: number) => Promise<T>;

/** The pause after a count is the duration of the count times this factor, up to the maximum. */
const PAUSE_FACTOR = 10;
const MAX_PAUSE_MS = 5_000;

/**
 * Creates the counter. Calls during a count share the next one. With `restMs` there is a pause of
 * at least this length between the counts of a project, and a longer one after long counts, so that
 * successive changes cause few counts.
 */
export function createRecounts<T>(count: Recount<T>, { pauseMs = 0 }: { pauseMs?: number } = {}): Recount<T> {
  const running = new Map<number, Promise<T>>();
  const waiting = new Map<number, Promise<T>>();
  const pauses = new Map<number, Promise<void>>();

  const startPause = (projectId: number, tookMs: number): void => {
    const ms = Math.min(Math.max(pauseMs, PAUSE_FACTOR * tookMs), MAX_PAUSE_MS);
    const pause = setTimeout(ms, undefined, { ref: false }).then(() => void pauses.delete(projectId));
    pauses.set(projectId, pause);
  };
  const startCount = async (projectId: number): Promise<T> => {
    const from = performance.now();
    try {
      return await count(projectId);
    } finally {
      running.delete(projectId);
      if (pauseMs > 0) startPause(projectId, performance.now() - from);
    }
  };
  const run = async (projectId: number): Promise<T> => {
    await pauses.get(projectId);
    waiting.delete(projectId);
    const counted = startCount(projectId);
    running.set(projectId, counted);
    return counted;
  };
  return (projectId) => {
    const current = running.get(projectId);
    const next =
      waiting.get(projectId) ??
      Promise.resolve(current).then(
        () => run(projectId),
        () => run(projectId),
      );
    waiting.set(projectId, next);
    return next;
  };
}
