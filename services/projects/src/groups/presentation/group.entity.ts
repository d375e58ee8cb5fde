/** Presents groups. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Group } from '@forgemesh/proto/projects/v1/group';
import type { Viewer } from '#access';
import { avatarUrl, type NamespaceDocument, fullNameOf, fullPathOf, pathIds } from '#namespaces';
import type { GroupPresentationDeps } from './deps';

/** A group in lists and events, without the fields that only single reads return. */
export type PresentedGroup = Omit<ResponseOf<Group>, 'projects' | 'shared_projects' | 'shared_with_groups'>;

/**
 * Protection level of the default branches of new projects: the group's setting, or else the
 * instance's.
 */
export function protectionOf(
  { settings }: Pick<GroupPresentationDeps, 'settings'>,
  group: Partial<NamespaceDocument> | undefined,
): number {
  return group?.default_branch_protection ?? settings.current().default_branch_protection;
}

/** Presents groups with one read for their ancestors. */
export async function presentGroups(
  deps: GroupPresentationDeps,
  groups: NamespaceDocument[],
  viewer: Viewer,
): Promise<ResponseOf<Group>[]> {
  const tree = await deps.namespaceTree.loadCachedTree(groups.flatMap(pathIds));
  return groups.map((group) => {
    const fullPath = fullPathOf(group, tree);
    const entity: PresentedGroup = {
      id: group._id,
      web_url: deps.urls.group(fullPath),
      name: group.name,
      path: group.path,
      description: group.description,
      visibility: group.visibility,
      share_with_group_lock: group.share_with_group_lock,
      require_two_factor_authentication: group.require_two_factor_authentication,
      two_factor_grace_period: group.two_factor_grace_period,
      project_creation_level: group.project_creation_level,
      auto_devops_enabled: group.auto_devops_enabled,
      subgroup_creation_level: group.subgroup_creation_level,
      emails_disabled: group.emails_disabled,
      mentions_disabled: group.mentions_disabled ?? null,
      default_branch_protection: protectionOf(deps, group),
      lfs_enabled: group.lfs_enabled,
      avatar_url: avatarUrl(deps, 'group', group),
      request_access_enabled: group.request_access_enabled,
      full_name: fullNameOf(group, tree),
      full_path: fullPath,
      parent_id: group.parent_id || null,
      created_at: group.created_at.toISOString(),
      ...(viewer.id !== null || viewer.admin ? { ldap_cn: null, ldap_access: null } : {}),
    };
    // The project lists are part of single reads only. Leaving them out differs from an empty list.
    return entity as ResponseOf<Group>;
  });
}
