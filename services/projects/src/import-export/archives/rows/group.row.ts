/** Attributes of groups in archives. */
import type { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import type { GroupSettings } from '#groups/lifecycle';
import type { NamespaceDocument } from '#namespaces';
import type { Visibility } from '#access';
import { groupNameErrors, groupPathErrors } from '#namespaces/paths';

const visibilities: Record<Visibility, number> = { private: 0, internal: 10, public: 20 };
const projectLevels = ['noone', 'maintainer', 'developer'] as const;
const subgroupLevels = ['owner', 'maintainer'] as const;
const MAX_PROTECTION = 3;
/** 32-bit limit; larger values are invalid. */
const MAX_HOURS = 2 ** 31 - 1;

/** Boolean attributes that have the same name in archives and documents. */
const flags = [
  'lfs_enabled',
  'request_access_enabled',
  'share_with_group_lock',
  'require_two_factor_authentication',
  'emails_disabled',
  'mentions_disabled',
  'auto_devops_enabled',
] as const satisfies readonly (keyof GroupSettings)[];

/** The attributes of a group as an archive entry. */
export function groupRow(group: NamespaceDocument): object {
  return {
    id: group._id,
    name: group.name,
    path: group.path,
    description: group.description,
    parent_id: group.parent_id || null,
    visibility_level: visibilities[group.visibility],
    ...Object.fromEntries(flags.map((name) => [name, group[name] ?? null])),
    two_factor_grace_period: group.two_factor_grace_period,
    project_creation_level: projectLevels.indexOf(group.project_creation_level),
    subgroup_creation_level: subgroupLevels.indexOf(group.subgroup_creation_level),
    default_branch_protection: group.default_branch_protection ?? null,
    created_at: group.created_at,
    updated_at: group.updated_at,
  };
}

/** A group of an archive. */
export interface ArchivedGroup {
  /** Id in the source instance. */
  foreign_id: number;
  foreign_parent_id: number | null;
  name: string;
  path: string;
  visibility: Visibility;
  /** Settings that the entry contains. */
  settings: Partial<Omit<GroupSettings, 'visibility'>>;
}

/**
 * Parses the entry of a group. Name and path of the top group are ignored, as the importer provides
 * them.
 */
export function restoreGroup(row: UntrustedRecord, foreignId: number, isTop: boolean): ArchivedGroup {
  const [name, path] = isTop ? ['', ''] : [row.text('name', 255), row.text('path', 255)];
  const [problem] = isTop ? [] : [...groupNameErrors(name), ...groupPathErrors(path, 1)];
  if (problem !== undefined) throw new BadRequestError(`A subgroup of the archive has a name or path that ${problem}`);
  const level = row.optionalNumber('visibility_level');
  const visibility = (Object.keys(visibilities) as Visibility[]).find((each) => visibilities[each] === level);
  return {
    foreign_id: foreignId,
    foreign_parent_id: row.optionalNumber('parent_id'),
    name,
    path,
    visibility: visibility ?? 'private',
    settings: restoreSettings(row),
  };
}

function restoreSettings(row: UntrustedRecord): ArchivedGroup['settings'] {
  const projects = projectLevels[row.optionalNumber('project_creation_level') ?? -1];
  const subgroups = subgroupLevels[row.optionalNumber('subgroup_creation_level') ?? -1];
  const protection = row.optionalNumber('default_branch_protection');
  const isProtection = protection !== null && protection >= 0 && protection <= MAX_PROTECTION;
  return {
    description: row.optionalText('description', 255) ?? '',
    ...Object.fromEntries(flags.flatMap((name) => (row.has(name) ? [[name, row.flag(name)]] : []))),
    ...(row.has('two_factor_grace_period') && {
      two_factor_grace_period: Math.min(row.count('two_factor_grace_period'), MAX_HOURS),
    }),
    ...(projects && { project_creation_level: projects }),
    ...(subgroups && { subgroup_creation_level: subgroups }),
    ...(isProtection && { default_branch_protection: protection }),
  };
}
