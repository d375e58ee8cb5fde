/** Settings of a project: values from requests and defaults. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Visibility } from '#access';
import type { FeatureLevel } from './features';
import type { ProjectSettings } from './project.model';

const MAX_DESCRIPTION = 2000;

/** Settings of a request. */
export type SettingsRequest = { [K in keyof ProjectSettings]?: unknown } & {
  topics?: string[] | undefined;
  issues_enabled?: boolean | undefined;
  merge_requests_enabled?: boolean | undefined;
  wiki_enabled?: boolean | undefined;
  jobs_enabled?: boolean | undefined;
  snippets_enabled?: boolean | undefined;
};

/** Feature switches of the API and the levels that they set. */
const switches = {
  issues_enabled: 'issues_access_level',
  merge_requests_enabled: 'merge_requests_access_level',
  wiki_enabled: 'wiki_access_level',
  jobs_enabled: 'builds_access_level',
  snippets_enabled: 'snippets_access_level',
} as const;

/** Settings of a new project. */
export function defaultSettings(settings: ApplicationSettings): ProjectSettings {
  return {
    description: null,
    visibility: settings.default_project_visibility as Visibility,
    issues_access_level: 'enabled',
    repository_access_level: 'enabled',
    merge_requests_access_level: 'enabled',
    wiki_access_level: 'enabled',
    builds_access_level: 'enabled',
    snippets_access_level: 'enabled',
    shared_runners_enabled: settings.shared_runners_enabled,
    container_registry_enabled: true,
    lfs_enabled: true,
    resolve_outdated_diff_discussions: false,
    remove_source_branch_after_merge: false,
    public_builds: true,
    request_access_enabled: false,
    only_allow_merge_if_pipeline_succeeds: false,
    only_allow_merge_if_all_discussions_are_resolved: false,
    tag_list: [],
    printing_merge_request_link_enabled: true,
    merge_method: 'merge',
    squash_option: 'default_off',
    build_git_strategy: 'fetch',
    build_timeout: 3600,
    auto_cancel_pending_pipelines: 'enabled',
    build_coverage_regex: null,
    ci_config_path: settings.default_ci_config_path ?? null,
    ci_default_git_depth: 50,
    auto_devops_enabled: settings.auto_devops_enabled,
    auto_devops_deploy_strategy: 'continuous',
    autoclose_referenced_issues: true,
    suggestion_commit_message: null,
    external_authorization_classification_label: null,
    packages_enabled: true,
  };
}

const settingNames = [
  'description',
  'visibility',
  'issues_access_level',
  'repository_access_level',
  'merge_requests_access_level',
  'wiki_access_level',
  'builds_access_level',
  'snippets_access_level',
  'shared_runners_enabled',
  'container_registry_enabled',
  'lfs_enabled',
  'resolve_outdated_diff_discussions',
  'remove_source_branch_after_merge',
  'public_builds',
  'request_access_enabled',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'tag_list',
  'printing_merge_request_link_enabled',
  'merge_method',
  'squash_option',
  'build_git_strategy',
  'build_timeout',
  'auto_cancel_pending_pipelines',
  'build_coverage_regex',
  'ci_config_path',
  'ci_default_git_depth',
  'auto_devops_enabled',
  'auto_devops_deploy_strategy',
  'autoclose_referenced_issues',
  'suggestion_commit_message',
  'external_authorization_classification_label',
  'packages_enabled',
] as const satisfies readonly (keyof ProjectSettings)[];

/** The settings that a request contains. A level takes precedence over its switch. */
export function settingsOf(request: SettingsRequest): Partial<ProjectSettings> {
  const named = Object.fromEntries(
    settingNames.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]),
  ) as Partial<ProjectSettings>;
  const levels: Partial<Record<(typeof switches)[keyof typeof switches], FeatureLevel>> = {};
  for (const [name, level] of Object.entries(switches) as [keyof typeof switches, keyof typeof levels][]) {
    if (request[name] !== undefined) levels[level] = request[name] ? 'enabled' : 'disabled';
  }
  const topics = request.topics ?? named.tag_list;
  return { ...levels, ...named, ...(topics && { tag_list: [...new Set(topics)] }) };
}

/** How merges of a project squash commits. */
export function squashOptionOf({ squash_option: option = 'default_off' }: Pick<ProjectSettings, 'squash_option'>) {
  return option;
}

/** Copies all settings of a project for a new one. */
export function copySettings(project: ProjectSettings): ProjectSettings {
  return Object.fromEntries(settingNames.map((name) => [name, project[name]])) as unknown as ProjectSettings;
}

/** Errors in settings by field. */
export function settingsErrors({ description, tag_list: tags }: Partial<ProjectSettings>): Record<string, string[]> {
  return {
    description: (description?.length ?? 0) > MAX_DESCRIPTION ? ['is too long (maximum is 2000 characters)'] : [],
    tag_list: tags?.some((tag) => tag.length > 255) ? ['is too long (maximum is 255 characters)'] : [],
  };
}
