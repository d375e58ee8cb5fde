/**
 * Counts that are kept on a project: one at a time for each project, so that many changes at once
 * need few counts.
 */
import { setTimeout } from 'node:timers/promises';

/** Counts anew for a project. Resolves with what a count that began after the call found. */
export type Recount<T> = (projectId: number) => Promise<T>;

/** A rest is so many times as long as the count before it, and no longer than this. */
const REST = 10;
const MAX_REST_MS = 5_000;

/**
 * Makes the counter: whoever comes while one waits to begin is served by that one. With `restMs`
 * the next count of a project waits so long after one, and longer after a long one, so that many
 * changes in a row need few counts, too.
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
