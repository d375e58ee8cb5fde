/** Environment variables of these suites. */

/**
 * Runs per property, with one to ten requests each: a few hundred requests in `npm test`, a
 * thousand in runs with all cases. A thorough run uses thousands.
 */
export const fuzzRuns = Number(process.env['FORGE_FUZZ_RUNS'] ?? (process.env['FORGE_TEST_FULL'] === '1' ? 60 : 20));

/** Number of projects that the secondary node replicates. */
export const replicatedProjects = Number(process.env['FORGE_REPLICATED_PROJECTS'] ?? 30);

/**
 * Size of the exported and imported project: thirty issues by default, a thousand for a thorough
 * run.
 */
export const exportSize =
  process.env['FORGE_LARGE_EXPORT'] === undefined
    ? { issues: 30, mergeRequests: 5 }
    : { issues: 1000, mergeRequests: 100 };
