/** The last step of an import: stores the groups, whose content is stored already. */
import { BadRequestError } from '@forgemesh/errors';
import { defaultSettings } from '#groups/lifecycle';
import type { MatchedMember } from '#import-export/imported-content';
import { addMembership } from '#access/memberships';
import type { NamespaceDocument } from '#namespaces';
import { type Visibility, narrower, restrictionErrors } from '#access';
import type { GroupImportDocument } from '#import-export/group-imports';
import { keyOf, type ImportedGroup } from './import-group-rows';
import type { GroupImportJobsDeps } from './deps';

/** The groups to store. */
export interface PreparedGroups {
  parent: NamespaceDocument | null;
  /** Top group first, each after its parent. */
  groups: readonly ImportedGroup[];
  /** Members by group. */
  members: ReadonlyMap<number, readonly MatchedMember[]>;
}

/**
 * Stores the groups with their members. Idempotent. Throws BadRequestError if a path was taken in
 * the meantime.
 */
export async function publishGroups(
  deps: GroupImportJobsDeps,
  document: GroupImportDocument,
  { parent, groups, members }: PreparedGroups,
): Promise<void> {
  const stored = new Map<number, NamespaceDocument>();
  for (const archived of groups) {
    const parentGroup =
      archived.id === document.group_id ? parent : (stored.get(archived.ancestor_ids.at(-1) ?? 0) ?? null);
    const group = await publishGroup(deps, document, { archived, parentGroup });
    stored.set(archived.id, group);
    await deps.groupCreation.finalize(group);
    for (const { user_id, access_level, expires_at } of members.get(archived.id) ?? []) {
      const source = { source_kind: 'group' as const, source_id: group._id, created_by: document.user_id };
      await addMembership(deps, { ...source, user_id, access_level, expires_at });
    }
  }
}

async function publishGroup(
  deps: GroupImportJobsDeps,
  document: GroupImportDocument,
  { archived, parentGroup }: { archived: ImportedGroup; parentGroup: NamespaceDocument | null },
): Promise<NamespaceDocument> {
  const { id } = archived;
  const isTop = id === document.group_id;
  const { name, path } = isTop ? document : archived;
  const claim = { parentId: parentGroup?._id ?? 0, path, kind: 'group' as const, targetId: id };
  if (!(await deps.paths.claim(claim))) throw new BadRequestError('Path has already been taken');
  const settings = {
    ...defaultSettings(deps.settings.current(), parentGroup),
    ...archived.settings,
    visibility: visibilityOf(deps, document, { archived, parentGroup }),
  };
  return deps.namespaces.insert(
    {
      ...deps.groupCreation.documentOf({ id, name, path, parent: parentGroup, settings, creatorId: document.user_id }),
      operation_id: `${keyOf(document)}/groups/${id}`,
    },
    [{ type: 'projects.group.created', actor: document.user_id }],
  );
}

/**
 * The top group gets the visibility of its parent, or private at the top level. Subgroups get their
 * archived visibility, limited to that of their parent.
 */
function visibilityOf(
  deps: GroupImportJobsDeps,
  { is_admin: isAdmin, group_id }: GroupImportDocument,
  { archived, parentGroup }: { archived: ImportedGroup; parentGroup: NamespaceDocument | null },
): Visibility {
  const limit = parentGroup?.visibility ?? 'private';
  const visibility = archived.id === group_id ? limit : narrower(archived.visibility, limit);
  const { restricted_visibility_levels: restricted } = deps.settings.current();
  return restrictionErrors(visibility, { restricted, isAdmin }).length === 0 ? visibility : 'private';
}
