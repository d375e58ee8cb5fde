/** Maintains `forks_count` of projects in the same way as `star_count`, see star-counts. */
import { createRecounts, type Recount } from '#projects/model';
import type { ForksDeps } from './deps';

/** Creates the counter. It returns false if the project does not exist. */
export function createForkCounts({ projects }: Pick<ForksDeps, 'projects'>): Recount<boolean> {
  return createRecounts(async (sourceId) => {
    const source = await projects.mutate(sourceId, async () => ({
      set: { forks_count: await projects.model.countDocuments({ forked_from_project_id: sourceId }) },
    }));
    return source !== null;
  });
}
