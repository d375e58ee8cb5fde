import { pathKey, type PathClaim } from '#namespaces/paths';
import type { ProjectCreationDeps } from './deps';

/**
 * Those of the claims whose project is stored at the path, or is being imported: an imported
 * project is stored at the end of the import. After an interrupted move a project is still at its
 * former path.
 */
export async function findStoredClaims(
  deps: ProjectCreationDeps,
  claims: readonly PathClaim[],
): Promise<Set<PathClaim>> {
  const ids = claims.map(({ target_id: id }) => id);
  if (ids.length === 0) return new Set();
  const [projects, imported] = await Promise.all([
    deps.projects.model.find({ _id: { $in: ids } }, { namespace_id: 1, path: 1 }).lean(),
    deps.findImportedProjects(ids),
  ]);
  const keys = new Map(projects.map(({ _id, namespace_id, path }) => [_id, pathKey(namespace_id, path)]));
  return new Set(claims.filter(({ _id, target_id: id }) => (keys.has(id) ? keys.get(id) === _id : imported.has(id))));
}
