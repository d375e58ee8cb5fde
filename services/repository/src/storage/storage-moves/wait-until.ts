const POLL_MS = 100;

/**
 * Polls until a condition holds; returns false after the timeout in milliseconds or when the caller
 * cancels.
 */
export async function waitUntil(
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
