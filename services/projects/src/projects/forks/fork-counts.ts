/** Keeps `forks_count` of projects as `star_count` is kept, see star-counts. */
import { createRecounts, type Recount } from '../recounts';
import type { Projects } from '../../deps';

/** Makes the counter. It finds false where there is no such project. */
export function createForkCounts({ projects }: Pick<Projects, 'projects'>): Recount<boolean> {
  return createRecounts(async (sourceId) => {
    const source = await projects.mutate(sourceId, async () => ({
      set: { forks_count: await projects.model.countDocuments({ forked_from_project_id: sourceId }) },
    }));
    return source !== null;
  });
}
