/** Minutes that a bar of a chart of an hour stands for. */
export const BAR_MINUTES = 5;

const BAR_MS = BAR_MINUTES * 60_000;
const BARS = 12;

/** Counts times of the last hour, in bars from the oldest to the newest. */
export function barsOf(times: readonly number[], now: number): number[] {
  const bars = Array.from({ length: BARS }, () => 0);
  for (const time of times) {
    const age = Math.max(Math.floor((now - time) / BAR_MS), 0);
    const index = BARS - 1 - age;
    if (index >= 0) bars[index] = (bars[index] ?? 0) + 1;
  }
  return bars;
}
