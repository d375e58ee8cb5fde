// Statistics of a series of requests.

export interface Measurement {
  /**
   * Time to the first byte in milliseconds, from the due time (open loop) or send time (closed
   * loop).
   */
  firstByteMs: number;
  /** `200`, ..., or the reason for a missing response. */
  outcome: string;
  isGood: boolean;
  /** Whether it was successful and complete before the measured time ended. */
  isInTime: boolean;
  /** Size of the content. */
  bytes: number;
}

export interface Summary {
  /** Requests in the measured time. */
  sent: number;
  /** Responses to these requests, successful or not. */
  responses: number;
  /** Successful responses per second that completed within the measured time. */
  perSecond: number;
  /** Percentage of the sent requests. */
  goodPercent: number;
  /** Number of each unsuccessful outcome. */
  failures: Record<string, number>;
  /** Milliseconds, over all responses. */
  ttfb: { average: number; p50: number; p90: number; p99: number };
  /** Average size of the content in bytes, over all requests. */
  bytes: number;
}

/**
 * @param measurements one for each request of the measured time
 * @param seconds length of the measured time
 */
export function summarize(measurements: Measurement[], seconds: number): Summary {
  const responses = measurements.filter(({ firstByteMs }) => Number.isFinite(firstByteMs));
  const sorted = Float64Array.from(responses, ({ firstByteMs }) => firstByteMs).sort();
  const good = measurements.filter(({ isGood }) => isGood).length;
  const failures: Record<string, number> = {};
  for (const { outcome, isGood } of measurements) if (!isGood) failures[outcome] = (failures[outcome] ?? 0) + 1;
  return {
    sent: measurements.length,
    responses: responses.length,
    perSecond: measurements.filter(({ isInTime }) => isInTime).length / seconds,
    goodPercent: measurements.length === 0 ? 0 : (100 * good) / measurements.length,
    failures,
    bytes: measurements.reduce((sum, { bytes }) => sum + bytes, 0) / measurements.length,
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
 *   without values
 */
export function percentile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}
