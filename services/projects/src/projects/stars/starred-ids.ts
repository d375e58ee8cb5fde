import type { StarsDeps } from './deps';

/** Ids of the projects that a user starred. One indexed read. */
export async function findStarredIds(deps: StarsDeps, userId: number): Promise<number[]> {
  const rows = await deps.stars.model.find({ user_id: userId }, { project_id: 1 }).lean<{ project_id: number }[]>();
  return rows.map(({ project_id: id }) => id);
}
