/**
 * Keeps `star_count` of projects: always counted from the rows, and written to the version of the project that was read before they were
 * counted. So of two counts at once the one that missed a row is not written, or not last.
 */
import type { Projects } from '../service';

/** Counts the stars of a project anew. Resolves when a count that began after the call is stored. */
export type RecountStars = (projectId: number) => Promise<void>;

/** Makes the counter. One count of a project runs at a time; whoever comes while one waits to begin is served by that one. */
export function createStarCounts(deps: Pick<Projects, 'projects' | 'stars'>): RecountStars {
  const running = new Map<number, Promise<void>>();
  const waiting = new Map<number, Promise<void>>();

  const run = (projectId: number): Promise<void> => {
    waiting.delete(projectId);
    const counted = recount(deps, projectId).finally(() => running.delete(projectId));
    running.set(projectId, counted);
    return counted;
  };
  return (projectId) => {
    const current = running.get(projectId);
    if (!current) return run(projectId);
    const next =
      waiting.get(projectId) ??
      current.then(
        () => run(projectId),
        () => run(projectId),
      );
    waiting.set(projectId, next);
    return next;
  };
}

/** Writes the count even where it is the one that stands: an older count that is still on its way then finds another version. */
async function recount({ projects, stars }: Pick<Projects, 'projects' | 'stars'>, projectId: number): Promise<void> {
  await projects.mutate(projectId, async () => ({
    set: { star_count: await stars.model.countDocuments({ project_id: projectId }) },
  }));
}
