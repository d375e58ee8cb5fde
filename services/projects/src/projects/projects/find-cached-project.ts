/**
 * Projects as reads present them, known for a moment: the question about rights and the operation
 * after it read the same.
 */
import type { Projects } from '../../deps';
import { listFields } from './list/list-fields';
import type { ProjectDocument } from './project.model';

/** A project by id; null where there is none. Never for a write. */
export function findCachedProject({ queries, projects }: Projects, id: number): Promise<ProjectDocument | null> {
  return queries.projects.get(String(id), () => projects.model.findById(id, listFields).lean<ProjectDocument>().exec());
}

/**
 * A project by its namespace and the last part of its path, in any case; null where there is none.
 * Never for a write.
 */
export function findCachedProjectAt(
  { queries, projects }: Projects,
  namespaceId: number,
  path: string,
): Promise<ProjectDocument | null> {
  const location = { namespace_id: namespaceId, path_lower: path.toLowerCase() };
  return queries.projects.get(`${namespaceId}/${location.path_lower}`, () =>
    projects.model.findOne(location, listFields).lean<ProjectDocument>().exec(),
  );
}
