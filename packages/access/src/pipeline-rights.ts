/** Access rule of pipelines, which several services apply. */
import { REPORTER } from './levels';

/**
 * Whether a caller who may read the code or the merge requests of a project may read its pipelines:
 * reporters may, and everyone else if the jobs of the project are public.
 */
export function mayReadPipelines({ level, features }: { level: number; features: Record<string, string> }): boolean {
  const { pipelines = 'enabled' } = features;
  return pipelines === 'enabled' || (pipelines === 'private' && level >= REPORTER);
}
