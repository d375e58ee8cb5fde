/** Resolves former paths. */
import type { RedirectTarget } from '#namespaces/paths';
import type { FormerPathDeps } from './deps';

/** Maximum number of segments of a full path. */
const MAX_SEGMENTS = 25;

/**
 * Finds what had a full path that is not in use: segment by segment, each the current path of a
 * namespace or project or a redirect. Returns its id; null if there is none.
 */
export async function findMoved(
  deps: FormerPathDeps,
  kind: RedirectTarget['kind'],
  fullPath: string,
): Promise<number | null> {
  const namespaces = fullPath.toLowerCase().split('/');
  if (namespaces.length > MAX_SEGMENTS) return null;
  const last = namespaces.pop() ?? '';
  let parentId = 0;
  for (const path of namespaces) {
    const id = await findChild(deps, 'namespace', parentId, path);
    if (id === null) return null;
    parentId = id;
  }
  return findChild(deps, kind, parentId, last);
}

async function findChild(
  deps: FormerPathDeps,
  kind: RedirectTarget['kind'],
  parentId: number,
  path: string,
): Promise<number | null> {
  const current =
    kind === 'project'
      ? await deps.projects.model.findOne({ namespace_id: parentId, path_lower: path }, { _id: 1 }).lean()
      : await deps.namespaces.model.findOne({ parent_id: parentId, path_lower: path }, { _id: 1 }).lean();
  if (current) return current._id;
  return deps.paths.findRedirect(kind, parentId, path);
}
