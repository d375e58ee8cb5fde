/**
 * Keeps `star_count` of projects: always counted from the rows, and written to the version of the
 * project that was read before they were counted. So of two counts at once the one that missed a
 * row is not written, or not last.
 */
import { createRecounts, type Recount } from '../recounts';
import type { Projects } from '../../deps';

/** Makes the counter. */
export function createStarCounts({ projects, stars }: Pick<Projects, 'projects' | 'stars'>): Recount<void> {
  return createRecounts(async (projectId) => {
    // Written even where it is the one that stands: an older count that is still on its way then
    // finds another version.
    await projects.mutate(projectId, async () => ({
      set: { star_count: await stars.model.countDocuments({ project_id: projectId }) },
    }));
  });
}
