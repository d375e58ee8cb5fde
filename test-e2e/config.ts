/** What the environment says to these suites. */

/** Runs per property, of one to ten requests each: a thousand requests by default. A thorough run takes thousands. */
export const fuzzRuns = Number(process.env['FORGE_FUZZ_RUNS'] ?? 60);
