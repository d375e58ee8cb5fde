/**
 * Whether this run has all cases of the stories: `npm run test:full`, and every run that names its
 * suites. `npm test` leaves out what takes long by nature, and the suites in `test-e2e/full`.
 */
const isFullRun = process.env['FORGE_TEST_FULL'] === '1';

/** Declares nothing. */
const omit = Object.assign(() => undefined, { each: () => () => undefined });

/** `it`, for a case that other runs omit. */
export const itInFullRun = isFullRun ? it : (omit as unknown as typeof it);

/** `describe`, for cases that other runs omit. */
export const describeInFullRun = isFullRun ? describe : (omit as unknown as typeof describe);

/** Returns the cases of this run: a few represent the others in `npm test`. */
export function casesOfRun<T>(always: readonly T[], inFullRun: readonly T[]): T[] {
  return isFullRun ? [...always, ...inFullRun] : [...always];
}
