// What a run of requests came to.

export interface Answer {
  /** From the moment it was due (open loop) or sent (closed loop) to its first byte. */
  firstByteMs: number;
  /** `200`, ..., or why there was none. */
  outcome: string;
  isGood: boolean;
  /** Whether it was good, and complete before the measured time ended. */
  isInTime: boolean;
}

export interface Summary {
  /** In the measured time. */
  sent: number;
  /** Of these, good or not. */
  answered: number;
  /** Good answers that were complete within the measured time, per second. */
  perSecond: number;
  /** Of those sent. */
  goodPercent: number;
  /** How often each outcome that is not good came. */
  failures: Record<string, number>;
  /** Milliseconds, over all answers. */
  ttfb: { average: number; p50: number; p90: number; p99: number };
}

/**
 * @param answers one for each request of the measured time
 * @param seconds length of the measured time
 */
export function summarize(answers: Answer[], seconds: number): Summary {
  const answered = answers.filter(({ firstByteMs }) => Number.isFinite(firstByteMs));
  const sorted = Float64Array.from(answered, ({ firstByteMs }) => firstByteMs).sort();
  const good = answers.filter(({ isGood }) => isGood).length;
  const failures: Record<string, number> = {};
  for (const { outcome, isGood } of answers) if (!isGood) failures[outcome] = (failures[outcome] ?? 0) + 1;
  return {
    sent: answers.length,
    answered: answered.length,
    perSecond: answers.filter(({ isInTime }) => isInTime).length / seconds,
    goodPercent: answers.length === 0 ? 0 : (100 * good) / answers.length,
    failures,
    ttfb: {
      average: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
      p50: percentile(sorted, 50),
      p90: percentile(sorted, 90),
      p99: percentile(sorted, 99),
    },
  };
}

/**
 * @returns the smallest value that at least `percent` percent of the values do not exceed; NaN
 * without values
 */
export function percentile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}
