/**
 * Maintains `star_count` of projects. Stars are always recounted, and the result is written only to
 * the version of the project that was read before the count. Of two concurrent counts, one that
 * missed a star is therefore not the last to be written.
 */
import { createRecounts, type Recount } from '#projects/model';
import type { StarsDeps } from './deps';

/** Creates the counter. */
export function createStarCounts({ projects, stars }: Pick<StarsDeps, 'projects' | 'stars'>): Recount<void> {
  return createRecounts(async (projectId) => {
    // Written even if the count is unchanged: this makes a concurrent older count fail on the
    // version.
    await projects.mutate(projectId, async () => ({
      set: { star_count: await stars.model.countDocuments({ project_id: projectId }) },
    }));
  });
}
