/** Cached reads of projects. Authorization and the operation that follows it share one read. */
import { listFields, type ProjectDocument } from '#projects/model';
import type { ProjectListsDeps } from './deps';

/** A project by id; null if it does not exist. Never use it for a write. */
export function findCachedProject(
  { projectCache, projects }: Pick<ProjectListsDeps, 'projects' | 'projectCache'>,
  id: number,
): Promise<ProjectDocument | null> {
  return projectCache.get(String(id), () => projects.model.findById(id, listFields).lean<ProjectDocument>().exec());
}

/**
 * A project by its namespace and the last segment of its path, case-insensitive; null if it does
 * not exist. Never use it for a write.
 */
export function findCachedProjectAt(
  { projectCache, projects }: Pick<ProjectListsDeps, 'projects' | 'projectCache'>,
  namespaceId: number,
  path: string,
): Promise<ProjectDocument | null> {
  const location = { namespace_id: namespaceId, path_lower: path.toLowerCase() };
  return projectCache.get(`${namespaceId}/${location.path_lower}`, () =>
    projects.model.findOne(location, listFields).lean<ProjectDocument>().exec(),
  );
}
