import { pathKey, type PathClaim } from '#namespaces/paths';
import type { NamespacesDeps } from './deps';

/**
 * Whether a group is stored at the claimed path, or is being imported: an imported group is stored
 * at the end of the import. After an interrupted move a group is still at its former path.
 */
export async function isGroupAtPath(deps: NamespacesDeps, { _id, target_id: id }: PathClaim): Promise<boolean> {
  const group = await deps.namespaces.model.findById(id, { parent_id: 1, path: 1 }).lean();
  return group ? pathKey(group.parent_id, group.path) === _id : deps.isGroupBeingImported(id);
}
