/** Coalesces recounts per project, so that many concurrent changes cause few counts. */
import { setTimeout } from 'node:timers/promises';

/** Recounts for a project. Resolves with the result of a count that started after the call. */
export type Recount<T> = (projectId: number) => Promise<T>;

/** The pause after a count is the duration of the count times this factor, up to the maximum. */
const REST = 10;
const MAX_REST_MS = 5_000;

/**
 * Creates the counter. Calls during a count share the next one. With `restMs` there is a pause of
 * at least this length between the counts of a project, and a longer one after long counts, so that
 * successive changes cause few counts.
 */
export function createRecounts<T>(count: Recount<T>, { restMs = 0 }: { restMs?: number } = {}): Recount<T> {
  const running = new Map<number, Promise<T>>();
  const waiting = new Map<number, Promise<T>>();
  const resting = new Map<number, Promise<void>>();

  const rest = (projectId: number, tookMs: number): void => {
    const ms = Math.min(Math.max(restMs, REST * tookMs), MAX_REST_MS);
    const rested = setTimeout(ms, undefined, { ref: false }).then(() => void resting.delete(projectId));
    resting.set(projectId, rested);
  };
  const begin = async (projectId: number): Promise<T> => {
    const from = performance.now();
    try {
      return await count(projectId);
    } finally {
      running.delete(projectId);
      if (restMs > 0) rest(projectId, performance.now() - from);
    }
  };
  const run = async (projectId: number): Promise<T> => {
    await resting.get(projectId);
    waiting.delete(projectId);
    const counted = begin(projectId);
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
