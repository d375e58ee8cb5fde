/** Settings of a group: values from requests and defaults. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { NamespaceDocument } from '#namespaces';
import { type Visibility, isWider, narrower } from '#access';

/** Settings that clients may change directly. */
export type GroupSettings = Pick<
  NamespaceDocument,
  | 'description'
  | 'visibility'
  | 'lfs_enabled'
  | 'request_access_enabled'
  | 'share_with_group_lock'
  | 'require_two_factor_authentication'
  | 'two_factor_grace_period'
  | 'project_creation_level'
  | 'subgroup_creation_level'
  | 'emails_disabled'
  | 'mentions_disabled'
  | 'default_branch_protection'
  | 'auto_devops_enabled'
>;

const creationLevels: readonly NamespaceDocument['project_creation_level'][] = ['noone', 'maintainer', 'developer'];

const settingNames = [
  'description',
  'visibility',
  'lfs_enabled',
  'request_access_enabled',
  'share_with_group_lock',
  'require_two_factor_authentication',
  'two_factor_grace_period',
  'project_creation_level',
  'subgroup_creation_level',
  'emails_disabled',
  'mentions_disabled',
  'default_branch_protection',
  'auto_devops_enabled',
] as const satisfies readonly (keyof GroupSettings)[];

/** Settings of a new group. A subgroup is not more visible than its parent. */
export function defaultSettings(settings: ApplicationSettings, parent: NamespaceDocument | null): GroupSettings {
  const visibility = settings.default_group_visibility as Visibility;
  return {
    description: '',
    visibility: parent ? narrower(visibility, parent.visibility) : visibility,
    lfs_enabled: true,
    request_access_enabled: false,
    share_with_group_lock: parent?.share_with_group_lock ?? false,
    require_two_factor_authentication: false,
    two_factor_grace_period: 48,
    project_creation_level: creationLevels[settings.default_project_creation] ?? 'developer',
    subgroup_creation_level: 'maintainer',
    emails_disabled: null,
    mentions_disabled: null,
    auto_devops_enabled: null,
  };
}

/** The settings that a request contains. */
export function settingsOf(request: { [K in keyof GroupSettings]?: unknown }): Partial<GroupSettings> {
  const named = Object.fromEntries(
    settingNames.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]),
  ) as Partial<GroupSettings>;
  return named.description === null ? { ...named, description: '' } : named;
}

/** Error for a group that would be more visible than its parent. */
export function parentErrors(visibility: Visibility, parent: Pick<NamespaceDocument, 'visibility'> | null): string[] {
  return parent && isWider(visibility, parent.visibility)
    ? [`${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`]
    : [];
}
