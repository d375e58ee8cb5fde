/** Who is told what became of commits: a rule of several services. */
import { REPORTER } from './levels';

/**
 * Whether somebody who may read the code of a project, or its merge requests, may read their pipelines: reporters, and all others where the
 * jobs of the project are public. By his level there and the levels of its features.
 */
export function mayReadPipelines({ level, features }: { level: number; features: Record<string, string> }): boolean {
  const { pipelines = 'enabled' } = features;
  return pipelines === 'enabled' || (pipelines === 'private' && level >= REPORTER);
}
