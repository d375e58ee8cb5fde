/** Presents projects. Fields that the caller may not see are left out. */
import type { EventEntity } from '@forgemesh/events';
import { canReadFeature, isFeatureAvailable, MAX_TIER, MAINTAINER, OWNER, REPORTER } from '@forgemesh/access';
import { assignFields } from '@forgemesh/data';
import { preparedList, type ResponseOf } from '@forgemesh/rpc';
import type { Project, ProjectStatistics } from '@forgemesh/proto/projects/v1/project';
import { levelOf, openKeys, type Viewer, EVENT_VIEWER } from '#access';
import { withoutCredentials } from '#projects/mirroring';
import {
  avatarUrl,
  presentNamespace,
  fullNameOf,
  fullPathOf,
  hasLargeFiles,
  isBeingRemoved,
  pathIds,
  type NamespaceTree,
  presentSharedWith,
} from '#namespaces';
import { notificationLevelsOf } from '#projects/notification-levels';
import type { UserDocument } from '#clients/users';
import { featureLevels, type Feature, squashOptionOf, listFields, type ProjectDocument } from '#projects/model';
import { presentLicense, type FoundLicense } from './license';
import { presentPermissions } from './project-permissions.entity';
import type { ProjectPresentationDeps } from './deps';

/** The viewer and the optional fields of a presented project. */
export interface ProjectView {
  viewer: Viewer;
  /** License tier of the instance. */
  tier: number;
  /** Only the fields that anonymous callers see. */
  simple?: boolean | undefined;
  /** The caller's own memberships; on reads. */
  permissions?: boolean | undefined;
  /** Secrets and import errors; shown to maintainers on single projects. */
  details?: boolean | undefined;
  /** Sizes; shown to reporters. */
  statistics?: boolean | undefined;
  /** Custom attributes; shown to administrators. */
  with_custom_attributes?: boolean | undefined;
  /** The license, on request; shown to callers who may read code. */
  license?: FoundLicense | undefined;
}

interface ProjectAssociations {
  tree: NamespaceTree;
  users: ReadonlyMap<number, UserDocument>;
  /** Keys that the viewer holds. */
  held: ReadonlyMap<string, number>;
  /** The viewer's notification levels, if they are shown. */
  notificationLevels: ReadonlyMap<string, number>;
  /** Source projects of the presented forks. */
  sources: ReadonlyMap<number, ProjectDocument>;
}

const DAY_LENGTH = 10;

/**
 * Presents projects with at most one read each for fork sources, namespaces, owners and the
 * viewer's memberships.
 */
export async function presentProjects(
  deps: ProjectPresentationDeps,
  projects: ProjectDocument[],
  view: ProjectView,
): Promise<ResponseOf<Project>[]> {
  const associations = await preloadAssociations(deps, projects, view);
  return projects.map((project) => presentOne(deps, project, view, associations));
}

/**
 * Presents the projects of a page as JSON. Many callers request the same page at the same time and
 * see mostly the same fields, so the JSON of a project is cached for all callers with the same view
 * of it, as long as the page and the associated objects are cached.
 */
export async function presentProjectPage(
  deps: ProjectPresentationDeps,
  projects: ProjectDocument[],
  view: Omit<ProjectView, 'details' | 'license'>,
): Promise<ResponseOf<Project>[]> {
  const associations = await preloadAssociations(deps, projects, view);
  return preparedList(projects.map((project) => presentText(deps, project, view, associations)));
}

async function preloadAssociations(
  deps: ProjectPresentationDeps,
  projects: ProjectDocument[],
  view: ProjectView,
): Promise<ProjectAssociations> {
  const sources = view.simple ? [] : await readSources(deps, projects);
  const all = [...projects, ...sources];
  const { viewer, permissions, simple } = view;
  const [tree, users, held, notificationLevels] = await Promise.all([
    deps.namespaceTree.loadCachedTree(all.flatMap(treeIds)),
    deps.directory.findUsers(view.simple ? [] : all.map(({ owner_id: id }) => id).filter((id) => id !== undefined)),
    heldKeys(deps, view),
    permissions && !simple && viewer.id !== null ? notificationLevelsOf(deps, viewer.id) : new Map<string, number>(),
  ]);
  return { tree, users, held, notificationLevels, sources: new Map(sources.map((source) => [source._id, source])) };
}

/** Presents one project. */
export async function presentProject(
  deps: ProjectPresentationDeps,
  project: ProjectDocument,
  view: ProjectView,
): Promise<ResponseOf<Project>> {
  const [entity] = await presentProjects(deps, [project], view);
  return entity as ResponseOf<Project>;
}

/** A project in events: as administrators see it, without secrets. */
export function presentProjectEvent(
  deps: ProjectPresentationDeps,
  project: ProjectDocument,
): Promise<EventEntity<'projects.project.updated'>> {
  return presentProject(deps, project, { viewer: EVENT_VIEWER, tier: MAX_TIER });
}

/** The sources of forks in one read; empty if there are no forks. */
async function readSources(deps: ProjectPresentationDeps, projects: ProjectDocument[]): Promise<ProjectDocument[]> {
  const ids = [...new Set(projects.map(({ forked_from_project_id: id }) => id).filter((id) => id !== undefined))];
  return ids.length === 0 ? [] : deps.projects.model.find({ _id: { $in: ids } }, listFields).lean<ProjectDocument[]>();
}

function treeIds(project: ProjectDocument): number[] {
  const shares = project.shared_groups.flatMap(({ group_id: id, ancestor_ids: ancestorIds }) => [...ancestorIds, id]);
  return [...pathIds(project), ...shares];
}

async function heldKeys(
  deps: ProjectPresentationDeps,
  { viewer, permissions }: ProjectView,
): Promise<ReadonlyMap<string, number>> {
  // Administrators need no keys for access. Their memberships are read only if they are shown.
  return viewer.admin && !permissions ? new Map<string, number>() : deps.levels.viewerKeys(viewer);
}

function presentOne(
  deps: ProjectPresentationDeps,
  project: ProjectDocument,
  view: ProjectView,
  associations: ProjectAssociations,
): ResponseOf<Project> {
  const { viewer } = view;
  const rights = rightsOf(project, viewer, associations.held);
  const simple = presentSimple(deps, project, { ...rights, license: view.license }, associations);
  if (view.simple) return simple as ResponseOf<Project>;
  const memberships = view.permissions && viewer.id !== null ? presentPermissions(project, associations) : undefined;
  const full = assignFields(
    presentFull(deps, project, rights, view, associations),
    simple,
    presentPaidFields(project, view.tier),
    presentSource(deps, project, viewer, associations),
    { permissions: memberships },
  );
  return full as ResponseOf<Project>;
}

/** Cached JSON of a project and the data that it depends on in addition to the document. */
interface CachedText {
  /** The viewer's rights and the view that affect the JSON. */
  view: string;
  /** The namespaces of its path, and its owner. */
  associations: readonly unknown[];
  json: Buffer;
}

/** Cached JSON of the project documents of cached pages. */
const cachedTexts = new WeakMap<ProjectDocument, CachedText[]>();

function presentText(
  deps: ProjectPresentationDeps,
  project: ProjectDocument,
  view: ProjectView,
  associations: ProjectAssociations,
): Buffer {
  const write = (): Buffer => Buffer.from(JSON.stringify(presentOne(deps, project, view, associations)));
  // Shared groups and fork sources add further dependencies, so these projects are not cached.
  if (project.shared_groups.length > 0 || project.forked_from_project_id !== undefined) return write();
  const { level, isAdmin, isReader, codeAccess } = rightsOf(project, view.viewer, associations.held);
  const permissions = view.permissions && view.viewer.id !== null ? presentPermissions(project, associations) : null;
  const { tier, simple, statistics, with_custom_attributes: attributes } = view;
  const viewKey = JSON.stringify([
    level,
    isAdmin,
    isReader,
    codeAccess,
    permissions,
    tier,
    simple,
    statistics,
    attributes,
  ]);
  const dependencies = [
    ...pathIds(project).map((id) => associations.tree.get(id)),
    associations.users.get(project.owner_id ?? 0),
  ];
  const texts = cachedTexts.get(project) ?? [];
  const isSame = (text: CachedText): boolean =>
    text.view === viewKey && text.associations.every((part, index) => part === dependencies[index]);
  const found = texts.find(isSame);
  if (found) return found.json;
  const json = write();
  // Replaces the entry of a previous version of the associated objects.
  cachedTexts.set(project, [
    ...texts.filter((text) => text.view !== viewKey),
    { view: viewKey, associations: dependencies, json },
  ]);
  return json;
}

/** The rights of a viewer on a project that affect its fields. */
interface Rights {
  level: number;
  isAdmin: boolean;
  isReader: boolean;
  codeAccess: boolean;
  isAvailable(feature: Feature): boolean;
}

function rightsOf(project: ProjectDocument, viewer: Viewer, held: ReadonlyMap<string, number>): Rights {
  const level = viewer.admin ? OWNER : levelOf(project.access_keys, held);
  const open = openKeys(viewer).some((key) => project.access_keys.includes(key));
  const reader = { features: featureLevels(project), level, open };
  return {
    level,
    isAdmin: viewer.admin,
    isReader: level > 0 || open,
    codeAccess: canReadFeature(reader, 'repository'),
    isAvailable: (feature) => isFeatureAvailable(feature, reader),
  };
}

/** The source of a fork, if the viewer may see it. */
function presentSource(
  deps: ProjectPresentationDeps,
  { forked_from_project_id: sourceId }: ProjectDocument,
  viewer: Viewer,
  associations: ProjectAssociations,
): Partial<ResponseOf<Project>> {
  const source = sourceId === undefined ? undefined : associations.sources.get(sourceId);
  if (!source || isBeingRemoved(pathIds(source), associations.tree)) return {};
  const rights = rightsOf(source, viewer, associations.held);
  return rights.isReader
    ? { forked_from_project: presentSimple(deps, source, rights, associations) as ResponseOf<Project> }
    : {};
}

function presentSimple(
  deps: ProjectPresentationDeps,
  project: ProjectDocument,
  { codeAccess, license }: Rights & Pick<ProjectView, 'license'>,
  { tree, users }: ProjectAssociations,
): Partial<ResponseOf<Project>> {
  const { urls } = deps;
  const namespace = tree.get(project.namespace_id);
  const path = namespace ? `${fullPathOf(namespace, tree)}/${project.path}` : project.path;
  const webUrl = urls.page(path);
  const branch = codeAccess ? project.default_branch : null;
  const files = branch === null ? null : `${webUrl}/-/blob/${encodeURI(branch)}`;
  const simple: Partial<ResponseOf<Project>> = {
    id: project._id,
    description: project.description,
    name: project.name,
    name_with_namespace: namespace ? `${fullNameOf(namespace, tree)} / ${project.name}` : project.name,
    path: project.path,
    path_with_namespace: path,
    created_at: project.created_at.toISOString(),
    default_branch: codeAccess ? branch : undefined,
    tag_list: project.tag_list,
    topics: project.tag_list,
    ssh_url_to_repo: urls.ssh(path),
    http_url_to_repo: urls.http(path),
    web_url: webUrl,
    readme_url: files === null ? null : `${files}/README.md`,
    avatar_url: avatarUrl(deps, 'project', project),
    star_count: project.star_count,
    forks_count: project.forks_count,
    last_activity_at: project.last_activity_at.toISOString(),
    namespace: namespace && presentNamespace(deps, namespace, { tree, users }),
  };
  return codeAccess && license ? assignFields(simple, presentLicense(license, files)) : simple;
}

function presentFull(
  deps: ProjectPresentationDeps,
  project: ProjectDocument,
  { level, isAdmin, codeAccess, isAvailable }: Rights,
  view: ProjectView,
  associations: ProjectAssociations,
): Partial<ResponseOf<Project>> {
  const { urls, box, mirrorBox } = deps;
  const self = urls.api(`/projects/${project._id}`);
  const owner = project.owner_id === undefined ? undefined : associations.users.get(project.owner_id);
  const levels = featureLevels(project);
  const isMaintainer = level >= MAINTAINER;
  const isDetailed = view.details === true && isMaintainer;
  return {
    _links: {
      self,
      issues: isAvailable('issues') ? `${self}/issues` : undefined,
      merge_requests: isAvailable('merge_requests') ? `${self}/merge_requests` : undefined,
      repo_branches: `${self}/repository/branches`,
      labels: `${self}/labels`,
      events: `${self}/events`,
      members: `${self}/members`,
    },
    empty_repo: project.default_branch === null,
    archived: project.archived,
    visibility: project.visibility,
    owner: owner && presentOwner(owner),
    resolve_outdated_diff_discussions: project.resolve_outdated_diff_discussions,
    container_registry_enabled: project.container_registry_enabled,
    issues_enabled: isAvailable('issues'),
    merge_requests_enabled: isAvailable('merge_requests'),
    wiki_enabled: isAvailable('wiki'),
    jobs_enabled: isAvailable('builds'),
    snippets_enabled: isAvailable('snippets'),
    issues_access_level: levels.issues,
    repository_access_level: levels.repository,
    merge_requests_access_level: levels.merge_requests,
    wiki_access_level: levels.wiki,
    builds_access_level: levels.builds,
    snippets_access_level: levels.snippets,
    pages_access_level: 'disabled',
    shared_runners_enabled: project.shared_runners_enabled,
    lfs_enabled: hasLargeFiles(deps, project, associations.tree),
    creator_id: project.creator_id,
    import_status: project.import_status,
    open_issues_count: isAvailable('issues') ? project.open_issues_count : undefined,
    import_url: isDetailed ? importUrl(mirrorBox, project) : undefined,
    import_error: isDetailed ? project.import_error : undefined,
    runners_token: isDetailed ? box.open(project.runners_token) : undefined,
    ci_default_git_depth: project.ci_default_git_depth,
    public_jobs: project.public_builds,
    build_git_strategy: isMaintainer ? project.build_git_strategy : undefined,
    build_timeout: project.build_timeout,
    auto_cancel_pending_pipelines: project.auto_cancel_pending_pipelines,
    build_coverage_regex: project.build_coverage_regex,
    ci_config_path: codeAccess ? project.ci_config_path : undefined,
    shared_with_groups: presentSharedWith(project.shared_groups, view.viewer, associations),
    only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_pipeline_succeeds,
    request_access_enabled: project.request_access_enabled,
    only_allow_merge_if_all_discussions_are_resolved: project.only_allow_merge_if_all_discussions_are_resolved,
    remove_source_branch_after_merge: project.remove_source_branch_after_merge,
    printing_merge_request_link_enabled: project.printing_merge_request_link_enabled,
    merge_method: project.merge_method,
    squash_option: squashOptionOf(project),
    auto_devops_enabled: project.auto_devops_enabled,
    auto_devops_deploy_strategy: project.auto_devops_deploy_strategy,
    autoclose_referenced_issues: project.autoclose_referenced_issues,
    suggestion_commit_message: project.suggestion_commit_message,
    repository_storage: isAdmin ? project.storage : undefined,
    statistics: view.statistics && level >= REPORTER ? presentStatistics(project) : undefined,
    custom_attributes: view.with_custom_attributes && isAdmin ? (project.custom_attributes ?? []) : undefined,
  };
}

function importUrl(box: ProjectPresentationDeps['mirrorBox'], { import_url: url }: ProjectDocument): string | null {
  return url ? withoutCredentials(box, url) : null;
}

/** Sizes. Artifacts and packages are not stored yet. */
function presentStatistics({ statistics: measured }: ProjectDocument): ResponseOf<ProjectStatistics> {
  const { commit_count = 0, repository_size = 0, wiki_size = 0, lfs_objects_size = 0 } = measured ?? {};
  return {
    commit_count,
    storage_size: repository_size + wiki_size + lfs_objects_size,
    repository_size,
    wiki_size,
    lfs_objects_size,
    job_artifacts_size: 0,
    packages_size: 0,
  };
}

function presentPaidFields(project: ProjectDocument, tier: number): Partial<ResponseOf<Project>> {
  const markedOn = project.marked_for_deletion_at?.toISOString().slice(0, DAY_LENGTH) ?? null;
  return {
    ...(tier >= 1 && {
      approvals_before_merge: project.approvals_before_merge ?? 0,
      ...presentMirror(project),
      external_authorization_classification_label: project.external_authorization_classification_label,
      packages_enabled: project.packages_enabled,
    }),
    ...(tier >= 2 && {
      service_desk_enabled: false,
      service_desk_address: null,
      marked_for_deletion_at: markedOn,
      marked_for_deletion_on: markedOn,
    }),
  };
}

function presentMirror(project: ProjectDocument): Partial<ResponseOf<Project>> {
  if (!project.mirror) return { mirror: false };
  return {
    mirror: true,
    mirror_user_id: project.mirror_user_id ?? null,
    mirror_trigger_builds: project.mirror_trigger_builds ?? false,
    only_mirror_protected_branches: project.only_mirror_protected_branches ?? false,
    mirror_overwrites_diverged_branches: project.mirror_overwrites_diverged_branches ?? false,
  };
}

function presentOwner({ _id: id, name, username, state, ...user }: UserDocument): ResponseOf<Project>['owner'] {
  const { avatar_url, web_url, created_at } = user;
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url, created_at };
}
