/** Environment variables of these suites. */

/**
 * Runs per property, with one to ten requests each: a thousand requests by default. A thorough run
 * uses thousands.
 */
export const fuzzRuns = Number(process.env['FORGE_FUZZ_RUNS'] ?? 60);

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

/** Whether new pictures of pages are kept instead of compared, also for the README. */
export const renewsPictures = process.env['FORGE_RENEW_PICTURES'] === '1';
