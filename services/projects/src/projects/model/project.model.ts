/** Projects: location, access data and settings. */
import {
  entitySchema,
  whereGreater,
  wherePresent,
  type EntityDocument,
  type SearchFields,
  type Avatar,
} from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { GroupShare, Visibility } from '#access';
import type { CustomAttribute } from '#namespaces';
import { pullMirrorSchema, type ImportStatus, type PullMirrorFields } from './pull-mirror.model';
import type { FeatureLevels } from './features';

/** Settings that a client may change directly; each has a default. */
export interface ProjectSettings extends FeatureLevels {
  description: string | null;
  visibility: Visibility;
  shared_runners_enabled: boolean;
  container_registry_enabled: boolean;
  lfs_enabled: boolean;
  resolve_outdated_diff_discussions: boolean;
  remove_source_branch_after_merge: boolean;
  request_access_enabled: boolean;
  only_allow_merge_if_pipeline_succeeds: boolean;
  only_allow_merge_if_all_discussions_are_resolved: boolean;
  tag_list: string[];
  printing_merge_request_link_enabled: boolean;
  merge_method: 'merge' | 'rebase_merge' | 'ff';
  /** Absent in projects of earlier releases: `default_off`. */
  squash_option?: 'never' | 'always' | 'default_on' | 'default_off';
  build_git_strategy: 'fetch' | 'clone';
  build_timeout: number;
  auto_cancel_pending_pipelines: 'enabled' | 'disabled';
  build_coverage_regex: string | null;
  ci_config_path: string | null;
  ci_default_git_depth: number | null;
  auto_devops_enabled: boolean;
  auto_devops_deploy_strategy: 'continuous' | 'manual' | 'timed_incremental';
  autoclose_referenced_issues: boolean;
  suggestion_commit_message: string | null;
  external_authorization_classification_label: string | null;
  packages_enabled: boolean;
}

/** Sizes measured by the repository service, in bytes. */
export interface ProjectStatistics {
  /** Number of commits on the default branch. */
  commit_count: number;
  repository_size: number;
  wiki_size: number;
  /** Absent until the first measurement by this release. */
  lfs_objects_size?: number;
}

/** Measurements of the project's repositories; absent until they are made. */
export interface ProjectMeasurements {
  statistics?: ProjectStatistics;
  repository_checksum_failed?: boolean;
  wiki_checksum_failed?: boolean;
  /**
   * Default number of required approvals, from approvals' events, and the version of that
   * configuration.
   */
  approvals_before_merge?: number;
  approvals_version?: number;
  /** Versions of the stored measurements, so that older ones do not replace newer ones. */
  measured_versions?: { project?: number; wiki?: number };
  /** Names of the languages of the default branch, in lower case. */
  languages?: string[];
  /** Version of the measurement of the languages. */
  languages_version?: number;
}

/** A share of a project with a group. */
export interface ProjectShare extends GroupShare {
  id: number;
  /** Id of the write that created it. */
  operation_id?: string;
}

/** A project. */
export interface ProjectDocument
  extends EntityDocument, ProjectSettings, ProjectMeasurements, PullMirrorFields, SearchFields {
  name: string;
  name_lower: string;
  path: string;
  path_lower: string;
  namespace_id: number;
  /** Ancestor groups, from the top level down; empty in a user's namespace. */
  ancestor_ids: number[];
  /** Owner of the user's namespace that contains it. */
  owner_id?: number;
  /** Groups that it is shared with. */
  shared_groups: ProjectShare[];
  /** Access keys, see access-keys. */
  access_keys: string[];
  creator_id: number;
  archived: boolean;
  /** Storage that holds the repository. */
  storage: string;
  /** Number of the last attempt to move it to another storage; absent before the first. */
  storage_moves?: number;
  /** Null while the repository has no branch. */
  default_branch: string | null;
  star_count: number;
  /** Number of projects with this project as their source. */
  forks_count: number;
  open_issues_count: number;
  import_status: ImportStatus;
  import_error: string | null;
  /** Token of the project's runners, encrypted. */
  runners_token: string;
  /** When it was marked for deletion; absent if it is not marked. */
  marked_for_deletion_at?: Date;
  marked_for_deletion_by?: number;
  /** The project that it was forked from; absent if it is not a fork. */
  forked_from_project_id?: number;
  /** A project of the same network that is nearer to the root; kept when the source is deleted. */
  fork_network_id?: number;
  /** Id of the write that made it a fork of another project. */
  fork_operation_id?: string;
  /** Attributes set by administrators, in the order of creation; absent before the first. */
  custom_attributes?: CustomAttribute[];
  /** Avatar; null or absent if there is none. */
  avatar?: Avatar | null;
  /** Whether the mark for deletion archived it. If so, it is unarchived when it is restored. */
  archived_by_mark?: boolean;
  /** Its grace period has ended and its removal has started, so it cannot be restored. */
  removal_due?: boolean;
  /** Id of the write that moved it last. */
  moved_by?: string;
  last_activity_at: Date;
  created_at: Date;
  updated_at: Date;
}

const text = { type: String, required: true };
const optionalText = { type: String, default: null };
const flag = { type: Boolean, required: true };
const count = { type: Number, required: true };
const date = { type: Date, required: true };

/** Creates the model of the projects. */
export function createProjectModel(connection: Connection): Model<ProjectDocument> {
  const schema = entitySchema<ProjectDocument>('projects', {
    name: text,
    name_lower: text,
    path: text,
    path_lower: text,
    namespace_id: count,
    ancestor_ids: { type: [Number], required: true },
    owner_id: Number,
    shared_groups: { type: [Schema.Types.Mixed], required: true },
    access_keys: { type: [String], required: true },
    creator_id: count,
    archived: flag,
    storage: text,
    storage_moves: Number,
    default_branch: optionalText,
    star_count: count,
    forks_count: count,
    open_issues_count: count,
    import_status: text,
    import_error: optionalText,
    runners_token: text,
    marked_for_deletion_at: Date,
    marked_for_deletion_by: Number,
    forked_from_project_id: Number,
    fork_network_id: Number,
    fork_operation_id: String,
    custom_attributes: { type: [Schema.Types.Mixed], default: undefined },
    statistics: Schema.Types.Mixed,
    repository_checksum_failed: Boolean,
    wiki_checksum_failed: Boolean,
    approvals_before_merge: Number,
    approvals_version: Number,
    measured_versions: Schema.Types.Mixed,
    languages: { type: [String], default: undefined },
    languages_version: Number,
    avatar: Schema.Types.Mixed,
    archived_by_mark: Boolean,
    removal_due: Boolean,
    moved_by: String,
    last_activity_at: date,
    created_at: date,
    updated_at: date,
    search_text: text,
    description: optionalText,
    visibility: text,
    issues_access_level: text,
    repository_access_level: text,
    merge_requests_access_level: text,
    wiki_access_level: text,
    builds_access_level: text,
    snippets_access_level: text,
    shared_runners_enabled: flag,
    container_registry_enabled: flag,
    lfs_enabled: flag,
    resolve_outdated_diff_discussions: flag,
    remove_source_branch_after_merge: flag,
    public_builds: flag,
    request_access_enabled: flag,
    only_allow_merge_if_pipeline_succeeds: flag,
    only_allow_merge_if_all_discussions_are_resolved: flag,
    tag_list: { type: [String], required: true },
    printing_merge_request_link_enabled: flag,
    merge_method: text,
    squash_option: String,
    build_git_strategy: text,
    build_timeout: count,
    auto_cancel_pending_pipelines: text,
    build_coverage_regex: optionalText,
    ci_config_path: optionalText,
    ci_default_git_depth: { type: Number, default: null },
    auto_devops_enabled: flag,
    auto_devops_deploy_strategy: text,
    autoclose_referenced_issues: flag,
    suggestion_commit_message: optionalText,
    external_authorization_classification_label: optionalText,
    packages_enabled: flag,
    ...pullMirrorSchema,
  });
  schema.index({ namespace_id: 1, path_lower: 1 });
  schema.index({ namespace_id: 1, name: 1 });
  schema.index({ ancestor_ids: 1 });
  schema.index({ access_keys: 1 });
  schema.index({ name_lower: 1, _id: 1 });
  schema.index({ path_lower: 1, _id: 1 });
  schema.index({ updated_at: 1, _id: 1 });
  schema.index({ last_activity_at: 1, _id: 1 });
  schema.index({ 'statistics.repository_size': 1, _id: 1 });
  schema.index({ storage: 1, _id: 1 });
  schema.index({ marked_for_deletion_at: 1 }, { sparse: true });
  schema.index({ removal_due: 1 }, { sparse: true });
  schema.index({ job_due_at: 1 }, { sparse: true });
  schema.index({ 'avatar.file': 1 }, { sparse: true });
  const label = 'external_authorization_classification_label';
  schema.index({ [label]: 1 }, whereGreater(label, ''));
  schema.index({ forked_from_project_id: 1 }, wherePresent('forked_from_project_id'));
  schema.index({ languages: 1 }, wherePresent('languages'));
  schema.index({ 'custom_attributes.key': 1 }, { sparse: true });
  schema.index({ 'shared_groups.expires_at': 1 }, { sparse: true });
  return connection.model<ProjectDocument>('projects', schema);
}
