/** Steps after a group was stored with another path. */
import { type PathClaimRequest, pathKey } from '#namespaces/paths';
import type { NamespaceDocument } from '#namespaces';
import type { GroupLifecycleDeps } from './deps';

/**
 * Confirms the new path, releases the old one and redirects it. Also runs from the event of the
 * change, in case the first run was interrupted. Idempotent, also if the group was renamed back
 * since.
 */
export async function finalizeGroupRename(
  deps: GroupLifecycleDeps,
  group: NamespaceDocument,
  formerPath: string,
): Promise<void> {
  await deps.paths.confirm(groupPathClaim(group, group.path));
  if (pathKey(group.parent_id, formerPath) === pathKey(group.parent_id, group.path)) return;
  await deps.paths.leave(groupPathClaim(group, formerPath), { kind: 'namespace', target_id: group._id });
}

/** The claim of a group on a path under its parent. */
export function groupPathClaim(group: NamespaceDocument, path: string): PathClaimRequest {
  return { parentId: group.parent_id, path, kind: 'group', targetId: group._id };
}
