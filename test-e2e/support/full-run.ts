/**
 * Whether this is a run of `npm run test:full`, which adds what takes long by nature: all cases of
 * faults and crashes, and the suites in `test-e2e/full`.
 */
const isFullRun = process.env['FORGE_TEST_FULL'] === '1';

/** Returns the cases of this run: a few represent the others in `npm test`. */
export function casesOfRun<T>(always: readonly T[], inFullRun: readonly T[]): T[] {
  return isFullRun ? [...always, ...inFullRun] : [...always];
}
