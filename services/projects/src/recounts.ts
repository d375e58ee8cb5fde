/** Counts that are kept on a project: one at a time for each project, so that many changes at once need few counts. */

/** Counts anew for a project. Resolves with what a count that began after the call found. */
export type Recount<T> = (projectId: number) => Promise<T>;

/** Makes the counter: whoever comes while one waits to begin is served by that one. */
export function createRecounts<T>(count: Recount<T>): Recount<T> {
  const running = new Map<number, Promise<T>>();
  const waiting = new Map<number, Promise<T>>();

  const run = (projectId: number): Promise<T> => {
    waiting.delete(projectId);
    const counted = count(projectId).finally(() => running.delete(projectId));
    running.set(projectId, counted);
    return counted;
  };
  return (projectId) => {
    const current = running.get(projectId);
    if (!current) return run(projectId);
    const next =
      waiting.get(projectId) ??
      current.then(
        () => run(projectId),
        () => run(projectId),
      );
    waiting.set(projectId, next);
    return next;
  };
}
