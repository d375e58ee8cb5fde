/** Presents the shares of projects and groups. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { SharedWithGroup } from '@forgemesh/proto/projects/v1/project';
import { isActive, openKeys, type GroupShare, type Viewer } from '#access';
import { fullPathOf } from './namespace-tree';
import type { NamespaceTree } from './namespace-node';

/**
 * Presents the groups that a project or group is shared with, limited to the groups that the viewer
 * may see. `tree` contains these groups and their ancestors.
 */
export function presentSharedWith(
  shares: readonly GroupShare[],
  viewer: Viewer,
  { tree, held }: { tree: NamespaceTree; held: ReadonlyMap<string, number> },
): ResponseOf<SharedWithGroup>[] {
  const open = openKeys(viewer);
  return shares.filter(isActive).flatMap(({ group_id: id, group_access: level, expires_at }) => {
    const group = tree.get(id);
    const isVisible = group?.access_keys.some((key) => viewer.admin || held.has(key) || open.includes(key));
    if (!group || !isVisible) return [];
    const names = { group_id: id, group_name: group.name, group_full_path: fullPathOf(group, tree) };
    return [{ ...names, group_access_level: level, expires_at }];
  });
}
