// What a run of requests came to.

/**
 * @typedef {object} Answer
 * @property {number} firstByteMs from the moment it was due (open loop) or sent (closed loop) to its first byte
 * @property {string} outcome `200`, ..., or why there was none
 * @property {boolean} isGood
 * @property {boolean} isInTime whether it was good, and complete before the measured time ended
 */

/**
 * @typedef {object} Summary
 * @property {number} sent in the measured time
 * @property {number} answered of these, good or not
 * @property {number} perSecond good answers that were complete within the measured time, per second
 * @property {number} goodPercent of those sent
 * @property {Record<string, number>} failures how often each outcome that is not good came
 * @property {{ average: number, p50: number, p90: number, p99: number }} ttfb milliseconds, over all answers
 */

/**
 * @param {Answer[]} answers one for each request of the measured time
 * @param {number} seconds length of the measured time
 * @returns {Summary}
 */
export function summarize(answers, seconds) {
  const answered = answers.filter(({ firstByteMs }) => Number.isFinite(firstByteMs));
  const sorted = Float64Array.from(answered, ({ firstByteMs }) => firstByteMs).sort();
  const good = answers.filter(({ isGood }) => isGood).length;
  /** @type {Record<string, number>} */
  const failures = {};
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
 * @param {Float64Array} sorted
 * @param {number} percent
 * @returns {number} the smallest value that at least so many percent do not exceed; NaN when there are none
 */
export function percentile(sorted, percent) {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}
