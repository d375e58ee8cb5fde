import { waitFor } from '@forgemesh/testing';

const LONG_TASK_TIMEOUT_MS = 10 * 60_000;

/** `waitFor` for tasks whose duration depends on the size of a project, or that a crash delayed. */
export function waitForLongTask<T>(read: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
  return waitFor(read, isDone, { timeoutMs: LONG_TASK_TIMEOUT_MS });
}
