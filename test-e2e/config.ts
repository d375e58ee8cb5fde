/** What the environment says to these suites. */

/**
 * Runs per property, of one to ten requests each: a thousand requests by default. A thorough run
 * takes thousands.
 */
export const fuzzRuns = Number(process.env['FORGE_FUZZ_RUNS'] ?? 60);

/** Projects that a secondary node copies in its story. */
export const replicatedProjects = Number(process.env['FORGE_REPLICATED_PROJECTS'] ?? 30);

/**
 * How large the project is that goes out and in again: thirty issues by default, a thousand for a
 * thorough run.
 */
export const exportSize =
  process.env['FORGE_LARGE_EXPORT'] === undefined
    ? { issues: 30, mergeRequests: 5 }
    : { issues: 1000, mergeRequests: 100 };
