/** Waits for what takes its time. */
const PATIENCE_MS = 10 * 60_000;

/** As `eventually`, for what takes as long as a project is large, or until work that a crash cut off is given to somebody again. */
export async function patiently<T>(ask: () => Promise<T>, isOver: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isOver(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`not over; last answer: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
