/**
 * Settings of a project in archives: attributes of the project, and relations with one entry such
 * as the feature levels in `project_feature`.
 */
import type { UntrustedRecord } from '@forgemesh/data';
import type { Visibility } from '#access';
import {
  features,
  type FeatureLevel,
  squashOptionOf,
  type ProjectDocument,
  type ProjectSettings,
} from '#projects/model';
import type { RelationRow } from '../layout';

const visibilities: Record<Visibility, number> = { private: 0, internal: 10, public: 20 };
const levels: Record<FeatureLevel, number> = { disabled: 0, private: 10, enabled: 20 };

/** Boolean settings that have the same name in archives and documents. */
const flags = [
  'shared_runners_enabled',
  'container_registry_enabled',
  'lfs_enabled',
  'resolve_outdated_diff_discussions',
  'remove_source_branch_after_merge',
  'public_builds',
  'request_access_enabled',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'printing_merge_request_link_enabled',
  'auto_devops_enabled',
  'autoclose_referenced_issues',
  'packages_enabled',
] as const satisfies readonly (keyof ProjectSettings)[];

/** String settings that have the same name in archives and documents. */
const texts = [
  'build_coverage_regex',
  'ci_config_path',
  'suggestion_commit_message',
  'external_authorization_classification_label',
] as const satisfies readonly (keyof ProjectSettings)[];

/** Flags that are attributes of the project itself; the others are in relations. */
const ownFlags = flags.filter((name) => name !== 'auto_devops_enabled');

/** Root fields of the tree that are neither lists nor objects. */
export const treeFields: readonly string[] = [
  ...['description', 'default_branch', 'visibility_level', 'archived', ...flags, ...texts],
  ...['build_timeout', 'auto_cancel_pending_pipelines', 'ci_default_git_depth', 'build_allow_git_fetch'],
  ...['merge_requests_ff_only_enabled', 'merge_requests_rebase_enabled', 'auto_devops_deploy_strategy'],
  'squash_option',
];

const squashOptions = ['never', 'always', 'default_on', 'default_off'] as const;
const deployStrategies = ['continuous', 'manual', 'timed_incremental'] as const;

/** The settings as fields of the tree, with the given description. */
export function projectRow(project: ProjectDocument, description: string | null): Record<string, unknown> {
  const { merge_method: method, auto_cancel_pending_pipelines, build_timeout } = project;
  return {
    name: project.name,
    path: project.path,
    description,
    default_branch: project.default_branch,
    visibility_level: visibilities[project.visibility],
    archived: project.archived,
    ...Object.fromEntries([...ownFlags, ...texts].map((name) => [name, project[name]])),
    tag_list: project.tag_list,
    build_timeout,
    auto_cancel_pending_pipelines,
    build_allow_git_fetch: project.build_git_strategy === 'fetch',
    merge_requests_ff_only_enabled: method === 'ff',
    merge_requests_rebase_enabled: method !== 'merge',
    squash_option: squashOptionOf(project),
  };
}

/** The settings that archives contain as relations with one entry. */
export function settingsRows(project: ProjectDocument): RelationRow[] {
  const access = features.map((name) => [`${name}_access_level`, levels[project[`${name}_access_level`]]]);
  const { auto_devops_enabled: enabled, auto_devops_deploy_strategy: deploy_strategy } = project;
  return [
    { relation: 'project_feature', row: Object.fromEntries(access) as object },
    { relation: 'auto_devops', row: { enabled, deploy_strategy } },
    { relation: 'ci_cd_settings', row: { default_git_depth: project.ci_default_git_depth } },
  ];
}

/** Parses the settings in the fields of a tree. */
export function restoreSettings(row: UntrustedRecord): Partial<ProjectSettings> & { archived: boolean } {
  const cancel = row.optionalText('auto_cancel_pending_pipelines', 20);
  const isRebase = row.optionalFlag('merge_requests_rebase_enabled');
  const timeout = row.count('build_timeout');
  return {
    archived: row.flag('archived'),
    description: row.optionalText('description', 2000),
    ...visibilityOf(row),
    ...featuresOf(row),
    ...Object.fromEntries(flags.flatMap((name) => (row.has(name) ? [[name, row.flag(name)]] : []))),
    ...Object.fromEntries(texts.flatMap((name) => (row.optionalText(name, 10_000) ? [[name, row.text(name)]] : []))),
    ...(row.has('tag_list') && { tag_list: row.texts('tag_list', 255) }),
    ...(timeout > 0 && { build_timeout: timeout }),
    ...(row.has('ci_default_git_depth') && { ci_default_git_depth: row.count('ci_default_git_depth') }),
    ...(row.has('build_allow_git_fetch') && {
      build_git_strategy: row.flag('build_allow_git_fetch') ? 'fetch' : 'clone',
    }),
    ...((cancel === 'enabled' || cancel === 'disabled') && { auto_cancel_pending_pipelines: cancel }),
    ...(isRebase !== null && { merge_method: methodOf(isRebase, row.flag('merge_requests_ff_only_enabled')) }),
    ...(row.has('squash_option') && { squash_option: row.word('squash_option', squashOptions) }),
    ...(row.has('auto_devops_deploy_strategy') && {
      auto_devops_deploy_strategy: row.word('auto_devops_deploy_strategy', deployStrategies),
    }),
  };
}

function methodOf(isRebase: boolean, isFastForward: boolean): ProjectSettings['merge_method'] {
  return isFastForward ? 'ff' : isRebase ? 'rebase_merge' : 'merge';
}

function visibilityOf(row: UntrustedRecord): Pick<Partial<ProjectSettings>, 'visibility'> {
  const level = row.optionalNumber('visibility_level');
  const found = (Object.keys(visibilities) as Visibility[]).find((name) => visibilities[name] === level);
  return found ? { visibility: found } : {};
}

function featuresOf(row: UntrustedRecord): Partial<ProjectSettings> {
  const feature = row.row('project_feature');
  const namedLevels = features.flatMap((name) => {
    const number = feature?.optionalNumber(`${name}_access_level`);
    // Level 30 (public) does not exist here and becomes `enabled`.
    const level =
      number === 30 ? 'enabled' : (Object.keys(levels) as FeatureLevel[]).find((key) => levels[key] === number);
    return level ? [[`${name}_access_level`, level]] : [];
  });
  return Object.fromEntries(namedLevels) as Partial<ProjectSettings>;
}
