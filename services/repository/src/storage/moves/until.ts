const POLL_MS = 100;

/**
 * Waits until something is so; false where it is not within so many milliseconds, or when the
 * caller has gone.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  waitTimeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = Date.now() + waitTimeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline || signal?.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
