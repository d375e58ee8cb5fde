/** Creates the dependencies of the projects service. */
import path from 'node:path';
import { ACCESS_TOPIC, CacheInvalidation, MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import { createLongLists } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createMarkdownRenderer } from '@forgemesh/markdown';
import { createSecretBox } from '@forgemesh/security';
import { createObjectStorage, type Runtime } from '@forgemesh/service';
import type { Logger } from '@forgemesh/telemetry';
import { presentAccessRequestEvent } from './groups/access-requests/access-request.entity';
import { createAccessRequestModel } from './groups/access-requests/access-request.model';
import { createAuditEventModel } from './administration/audit-events/audit-event.model';
import { createStorageSums } from './administration/storages/storage-sums';
import { presentBadgeEvent } from './projects/badges/badge.entity';
import { createBadgeModel } from './projects/badges/badge.model';
import { createClients } from './clients/clients';
import type { ProjectsConfig } from './config';
import { archiveLimitsOf } from './import-export/archives/archive-limits';
import { presentExportEvent } from './import-export/exports/export.entity';
import { exportJob } from './import-export/exports/export-job';
import { createExportModel } from './import-export/exports/export.model';
import { createForkCounts } from './projects/forks/fork-counts';
import { groupExportJob } from './import-export/group-exports/group-export-job';
import { createGroupExportModel, presentGroupExportEvent } from './import-export/group-exports/group-export.model';
import { groupImportJob } from './import-export/group-import-jobs/group-import-job';
import { createGroupImportModel } from './import-export/group-imports/group-import.model';
import { presentImportEvent } from './import-export/imports/import.entity';
import { importJob } from './import-export/import-jobs/import-job';
import { createImportModel } from './import-export/imports/import.model';
import { createQueryCaches } from './query-caches';
import { ExternalAuthorization } from './access/external-authorization';
import { createCallLimitModel } from './access/limits/call-count.model';
import { presentMembershipEvent } from './groups/members/member.entity';
import { createMembershipModel } from './access/memberships/membership.model';
import type { JobDocument } from './jobs/job';
import { JobRunner, type JobKind } from './jobs/job-runner';
import { pullMirrorJob } from './mirrors/pull-mirrors/pull-mirror-job';
import { presentNamespaceEvent } from './groups/presentation/namespace-event.entity';
import { createNamespaceModel } from './namespaces/namespace.model';
import { isUserAtPath } from './namespaces/user-path';
import { isGroupAtPath } from './namespaces/group-path';
import { findStoredClaims } from './projects/creation/stored-claims';
import { findImportedProjects } from './import-export/imports/imported-projects';
import { isGroupBeingImported } from './import-export/group-imports/imported-group';
import { findSharedGroups } from './namespaces/shared-groups';
import { createPathModel, type PathHolders } from './namespaces/paths/path.model';
import { createRedirectModel } from './namespaces/paths/redirect.model';
import { createOpenIssueCounts } from './projects/open-issues/open-issue-counts';
import { findLabels } from './projects/lists/find-labels';
import { createProjectModel, type ProjectDocument } from './projects/model/project.model';
import { ALL_TIERS, presentPushRule } from './projects/push-rules/push-rule.entity';
import { createPushRuleModel } from './projects/push-rules/push-rule.model';
import { pushMirrorJob } from './mirrors/remote-mirrors/push-mirror-job';
import { presentRemoteMirrorEvent } from './mirrors/remote-mirrors/remote-mirror.entity';
import { createRemoteMirrorModel } from './mirrors/remote-mirrors/remote-mirror.model';
import { ShareExpiry } from './groups/shares/share-expiry';
import { SpamCheck } from './content/spam/spam-check';
import { presentSnippetEvent } from './content/snippets/snippet.entity';
import { createSnippetModel } from './content/snippets/snippet.model';
import { createNotificationLevelModel } from './projects/notification-levels/notification-level.model';
import { findStarredIds } from './projects/stars/starred-ids';
import { createStarCounts } from './projects/stars/star-counts';
import { presentStarEvent } from './projects/stars/star.entity';
import { createStarModel } from './projects/stars/star.model';
import { requestStorageMove } from './mirrors/storage-moves/request-storage-move';
import { rollBackMove, storageMoveJob } from './mirrors/storage-moves/storage-move-job';
import { createStorageMoveModel, presentStorageMoveEvent } from './mirrors/storage-moves/storage-move.model';
import { createUploadModel, presentUploadEvent } from './content/uploads/upload.model';
import { createUrls } from './clients/urls';
import { createUserModel } from './clients/users/user.model';
import { presentVariableEvent } from './groups/variables/variable.entity';
import { createVariableModel } from './groups/variables/variable.model';
import { createUserLevels } from './access/user-levels';
import type { UsersDeps } from './clients/users/deps';
import { createUserDirectory } from './clients/users/user-directory';
import { createPaths } from './namespaces/paths/paths';
import { createNamespaceReader } from './namespaces/namespace-reader';
import { createUserNamespaces } from './namespaces/user-namespaces';
import { createAuthorization } from './projects/authorization/authorization';
import { createProjectPresenter } from './projects/presentation/project-presenter';
import { createProjectReader } from './projects/lists/project-reader';
import { createVisibleProjects } from './projects/lists/visible-projects';
import { createProjectCreation } from './projects/creation/project-creation';
import { removeProject } from './projects/removal/remove-project';
import { createGroupPresenter } from './groups/presentation/group-presenter';
import { createGroupCreation } from './groups/lifecycle/group-creation';
import { createImportedContent } from './import-export/imported-content/imported-content';
import { writeArchive } from './import-export/project-archives/write-archive';
import { discardImport } from './import-export/import-jobs/discard-import';
import { discardGroupImport } from './import-export/group-import-jobs/discard-group-import';
import { createFormerDeliveryModel } from './migrations/former-hooks/former-delivery.model';
import { createFormerHookModel, presentFormerHook } from './migrations/former-hooks/former-hook.model';
import {
  createFormerIntegrationModel,
  presentFormerIntegration,
} from './migrations/former-hooks/former-integration.model';
import type { Projects } from './deps';

/**
 * Creates the dependencies, those of lower areas first. Functions that are called later, such as
 * the presentation of events, receive them by `projects`.
 */
export function createProjects(runtime: Runtime<ProjectsConfig>): Projects {
  const { config, connection, outbox, sequences, bus, caller, leases, log } = runtime;
  const clients = createClients(caller);
  const settings = watchSettings({
    fetch: () => clients.settings.getSettings({}),
    bus,
    subject: 'settings.changed',
    log,
  });
  const base = {
    ...createStores(runtime, () => projects),
    ...createFiles(runtime),
    ...createBoxes(config.FORGE_SECRET),
    ...createQueryCaches(connection),
    storageSums: createStorageSums(),
    ...createJobs(runtime, () => projects),
    clients,
    settings,
    log,
    leases,
    formerSequences: sequences,
    record: (event, about) => outbox.record(event, about),
    nextAuditEventId: () => sequences.next('audit_events'),
    nextShareId: () => sequences.next('project_shares'),
    markdown: createMarkdownRenderer(settings, config.FORGE_EXTERNAL_URL),
    urls: createUrls(
      config.FORGE_EXTERNAL_URL,
      config.FORGE_SSH_PORT,
      () => settings.current().custom_http_clone_url_root,
    ),
    spamCheck: new SpamCheck({
      url: config.FORGE_SPAM_CHECK_URL,
      instanceUrl: config.FORGE_EXTERNAL_URL,
      settings,
      log,
    }),
    isLfsEnabled: config.FORGE_LFS_ENABLED,
    archiveLimits: archiveLimitsOf(config),
    spoolFolder: path.resolve(config.FORGE_DATA_DIR, 'archives'),
    revision: config.FORGE_REVISION,
    findImportedProjects: (ids) => findImportedProjects(projects, ids),
    isGroupBeingImported: (id) => isGroupBeingImported(projects, id),
    findStarredIds: (userId) => findStarredIds(projects, userId),
  } satisfies Partial<Projects>;
  const lists = createLists(base, log);
  const access = createAccess(base, () => projects);
  const namespaceDeps = { ...base, ...access };
  const namespaceTree = createNamespaceReader(namespaceDeps);
  const projectDeps = {
    ...namespaceDeps,
    ...lists,
    recountStars: createStarCounts(base),
    recountForks: createForkCounts(base),
    recountOpenIssues: createOpenIssueCounts(base),
    namespaceTree,
    removeProject: (project: ProjectDocument, actor: number | null) => removeProject(projects, project, actor),
  };
  const projectPresenter = createProjectPresenter(projectDeps);
  const projectReader = createProjectReader(base);
  const visibleProjects = createVisibleProjects({ ...projectDeps, projectPresenter });
  const projectCreation = createProjectCreation(projectDeps);
  const upperDeps = { ...projectDeps, projectPresenter, projectReader, visibleProjects, projectCreation };
  const groupPresenter = createGroupPresenter(upperDeps);
  const projects: Projects = {
    ...upperDeps,
    userNamespaces: createUserNamespaces(namespaceDeps),
    authorization: createAuthorization(upperDeps),
    groupPresenter,
    groupCreation: createGroupCreation({ ...upperDeps, groupPresenter }),
    importedContent: createImportedContent(upperDeps),
    writeArchive: (project, target) => writeArchive(projects, project, target),
    discardImport: (projectImport) => discardImport(projects, projectImport),
    discardGroupImport: (groupImport) => discardGroupImport(projects, groupImport),
    requestStorageMove: (project, move) => requestStorageMove(projects, project, move),
    rollBackMove: (storageMove) => rollBackMove(projects, storageMove),
  };
  return projects;
}

type Lazy = () => Projects;

/** The stored documents. Their events contain them as their areas present them. */
function createStores({ connection, outbox }: Runtime<ProjectsConfig>, projects: Lazy) {
  return {
    auditEvents: createAuditEventModel(connection),
    namespaces: outbox.store(createNamespaceModel(connection), (namespace) =>
      presentNamespaceEvent(projects(), namespace),
    ),
    projects: outbox.store(createProjectModel(connection), (project) =>
      projects().projectPresenter.presentProjectEvent(project),
    ),
    memberships: outbox.store(createMembershipModel(connection), (membership) =>
      presentMembershipEvent(projects(), membership),
    ),
    accessRequests: outbox.store(createAccessRequestModel(connection), presentAccessRequestEvent),
    badges: outbox.store(createBadgeModel(connection), presentBadgeEvent),
    formerHooks: outbox.store(createFormerHookModel(connection), (hook) => presentFormerHook(projects().hookBox, hook)),
    formerIntegrations: outbox.store(createFormerIntegrationModel(connection), presentFormerIntegration),
    formerDeliveries: createFormerDeliveryModel(connection),
    pushRules: outbox.store(createPushRuleModel(connection), (rule) => presentPushRule(rule, ALL_TIERS)),
    snippets: outbox.store(createSnippetModel(connection), (snippet) => presentSnippetEvent(projects(), snippet)),
    stars: outbox.store(createStarModel(connection), presentStarEvent),
    notificationLevels: createNotificationLevelModel(connection),
    variables: outbox.store(createVariableModel(connection), presentVariableEvent),
    remoteMirrors: outbox.store(createRemoteMirrorModel(connection), (mirror) =>
      presentRemoteMirrorEvent(projects(), mirror),
    ),
    exports: outbox.store(createExportModel(connection), presentExportEvent),
    imports: outbox.store(createImportModel(connection), presentImportEvent),
    groupExports: outbox.store(createGroupExportModel(connection), presentGroupExportEvent),
    groupImports: outbox.store(createGroupImportModel(connection), ({ _id: id, group_id }) => ({ id, group_id })),
    storageMoves: outbox.store(createStorageMoveModel(connection), presentStorageMoveEvent),
    callCounts: createCallLimitModel(connection),
    uploads: outbox.store(createUploadModel(connection), presentUploadEvent),
    pathClaims: createPathModel(connection),
    redirects: createRedirectModel(connection),
    users: createUserModel(connection),
  };
}

function createFiles(runtime: Runtime<ProjectsConfig>) {
  const objectStorage = createObjectStorage('projects', runtime);
  return {
    objectStorage,
    exportFiles: objectStorage.fileStore('project_archives'),
    importFiles: objectStorage.fileStore('imported_archives'),
    groupExportFiles: objectStorage.fileStore('group_archives'),
    groupImportFiles: objectStorage.fileStore('imported_group_archives'),
    snippetFiles: objectStorage.fileStore('snippet_contents'),
    avatarFiles: objectStorage.fileStore('avatars'),
    uploadFiles: objectStorage.fileStore('uploads_content'),
  };
}

function createBoxes(secret: ProjectsConfig['FORGE_SECRET']) {
  return {
    box: createSecretBox(secret, 'runners_token'),
    hookBox: createSecretBox(secret, 'hook_token'),
    integrationBox: createSecretBox(secret, 'integration'),
    variableBox: createSecretBox(secret, 'variable'),
    exportBox: createSecretBox(secret, 'export_url'),
    mirrorBox: createSecretBox(secret, 'mirror_url'),
  };
}

/** The runners of jobs in this process. */
function createJobs({ config, bus, log }: Runtime<ProjectsConfig>, projects: Lazy) {
  const jobClaimMs = config.FORGE_EVENT_ACK_WAIT_SECONDS * 500;
  const accessCaches = new CacheInvalidation<string>({ bus, log, topic: ACCESS_TOPIC, maxAgeMs: MAX_ACCESS_AGE_MS });
  // A job may add projects and members. Lists show them as soon as the job is reported as finished.
  const jobs = <T extends JobDocument>(kindOf: () => JobKind<T>) =>
    new JobRunner(kindOf, jobClaimMs, log, () => accessCaches.invalidate('all'));
  return {
    jobClaimMs,
    pullMirrors: jobs(() => pullMirrorJob(projects())),
    pushMirrors: jobs(() => pushMirrorJob(projects())),
    exportJobs: jobs(() => exportJob(projects())),
    importJobs: jobs(() => importJob(projects())),
    groupExportJobs: jobs(() => groupExportJob(projects())),
    groupImportJobs: jobs(() => groupImportJob(projects())),
    storageMoveJobs: jobs(() => storageMoveJob(projects())),
  };
}

/** Lists that may be long. */
function createLists({ projects, snippets }: Pick<Projects, 'projects' | 'snippets'>, log: Logger) {
  return {
    projectLists: createLongLists(projects.model, log),
    snippetLists: createLongLists(snippets.model, log),
  };
}

type StoredAccess = Pick<
  Projects,
  'accessKeyCache' | 'log' | 'memberships' | 'namespaces' | 'pathClaims' | 'projects' | 'redirects' | 'settings'
>;

/** Users, their access levels, and paths. */
function createAccess(base: UsersDeps & StoredAccess, projects: Lazy) {
  const sharedGroups = (filter: object) => findSharedGroups(projects(), filter);
  const shareExpiry = new ShareExpiry(base);
  const pathHolders: PathHolders = {
    user: (claim) => isUserAtPath(projects(), claim),
    group: (claim) => isGroupAtPath(projects(), claim),
    project: async (claim) => (await findStoredClaims(projects(), [claim])).has(claim),
  };
  return {
    findSharedGroups: sharedGroups,
    shareExpiry,
    pathHolders,
    externalAuthorization: new ExternalAuthorization({
      settings: base.settings,
      loadIdentities: (userId) => projects().clients.identities.getExternalIdentities({ user_id: userId }),
      loadLabels: () => findLabels(base.projects.model),
      log: base.log,
    }),
    directory: createUserDirectory(base),
    levels: createUserLevels({ ...base, findSharedGroups: sharedGroups, shareExpiry }),
    paths: createPaths({
      ...base,
      pathHolders,
    }),
  };
}
