/** Waits for what takes its time. */
import type { ApiResponse } from '@forgemesh/kit/testing';

const PATIENCE_MS = 10 * 60_000;

/** As `eventually`, for what takes as long as a project is large, or until work that a crash cut off is given to somebody again. */
export async function patiently(
  ask: () => Promise<ApiResponse>,
  isOver: (answer: ApiResponse) => boolean,
): Promise<ApiResponse> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isOver(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`not over; last answer: ${JSON.stringify(answer.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
