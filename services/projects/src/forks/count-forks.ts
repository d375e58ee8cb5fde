import type { Projects } from '../service';

/**
 * Counts the forks of a project anew; false where there is no such project. The count is written even where it is the same: of two that
 * count at once the slower one then counts again instead of overwriting the newer number.
 */
export async function countForks(deps: Projects, sourceId: number): Promise<boolean> {
  const source = await deps.projects.mutate(sourceId, async () => ({
    set: { forks_count: await deps.projects.model.countDocuments({ forked_from_project_id: sourceId }) },
  }));
  return source !== null;
}
