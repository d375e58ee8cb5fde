/** Creates the dependencies of the projects service. */
import path from 'node:path';
import { ACCESS_TOPIC, CacheInvalidation, MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import { createFileStore, createLongLists } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createMarkdownRenderer } from '@forgemesh/markdown';
import { createSecretBox } from '@forgemesh/security';
import type { Runtime } from '@forgemesh/service';
import { presentAccessRequestEvent } from './groups/access-requests/access-request.entity';
import { createAccessRequestModel } from './groups/access-requests/access-request.model';
import { createAuditEventModel } from './administration/audit-events/audit-event.model';
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
import { groupImportJob } from './import-export/group-imports/group-import-job';
import { createGroupImportModel } from './import-export/group-imports/group-import.model';
import { createDeliveryModel } from './hooks/hook-deliveries/delivery.model';
import { resumeDeliveries } from './hooks/hook-deliveries/queue/resume-deliveries';
import { HookDeliverer } from './hooks/hook-deliveries/queue/hook-deliverer';
import { presentHookEvent } from './hooks/hooks/hook.entity';
import { createHookModel } from './hooks/hooks/hook.model';
import { presentImportEvent } from './import-export/imports/import.entity';
import { importJob } from './import-export/imports/import-job';
import { createImportModel } from './import-export/imports/import.model';
import { presentIntegrationEvent } from './hooks/integrations/integration.entity';
import { createIntegrationModel } from './hooks/integrations/integration.model';
import { createQueryCaches } from './query-caches';
import { ExternalAuthorization } from './access/external-authorization';
import { createCallLimitModel } from './access/limits/call-count.model';
import { presentMembershipEvent } from './groups/members/member.entity';
import { createMembershipModel } from './access/memberships/membership.model';
import type { JobDocument } from './jobs/job';
import { JobRunner, type JobKind } from './jobs/job-runner';
import { pullMirrorJob } from './mirrors/pull-mirrors/pull-mirror-job';
import { presentNamespaceEvent } from './groups/groups/namespace-event.entity';
import { createNamespaceModel } from './namespaces/namespace.model';
import { createPathModel } from './namespaces/paths/path.model';
import { createRedirectModel } from './namespaces/paths/redirect.model';
import { createOpenIssueCounts } from './projects/open-issues/open-issue-counts';
import { presentProjectEvent } from './projects/projects/project.entity';
import { findLabels } from './projects/projects/find-labels';
import { createProjectModel } from './projects/projects/project.model';
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
import { storageMoveJob } from './mirrors/storage-moves/storage-move-job';
import { createStorageMoveModel, presentStorageMoveEvent } from './mirrors/storage-moves/storage-move.model';
import { createUploadModel, presentUploadEvent } from './content/uploads/upload.model';
import { createUrls } from './clients/urls';
import { createUserModel } from './clients/users/user.model';
import { presentVariableEvent } from './groups/variables/variable.entity';
import { createVariableModel } from './groups/variables/variable.model';
import type { Projects } from './deps';

/** Creates the dependencies. */
export function createProjects(runtime: Runtime<ProjectsConfig>): Projects {
  const { config, connection, outbox, sequences, bus, caller, leases, log } = runtime;
  const clients = createClients(caller);
  const jobClaimMs = config.FORGE_EVENT_ACK_WAIT_SECONDS * 500;
  const accessCaches = new CacheInvalidation<string>({ bus, log, topic: ACCESS_TOPIC, maxAgeMs: MAX_ACCESS_AGE_MS });
  // A job may add projects and members. Lists show them as soon as the job is reported as finished.
  const jobs = <T extends JobDocument>(kindOf: () => JobKind<T>) =>
    new JobRunner(kindOf, jobClaimMs, log, () => accessCaches.invalidate('all'));
  const projectModel = createProjectModel(connection);
  const snippetModel = createSnippetModel(connection);
  const projectStore = outbox.store(projectModel, (project) => presentProjectEvent(projects, project));
  const namespaceStore = outbox.store(createNamespaceModel(connection), (namespace) =>
    presentNamespaceEvent(projects, namespace),
  );
  const settings = watchSettings({
    fetch: () => clients.settings.getSettings({}),
    bus,
    subject: 'settings.changed',
    log,
  });
  const projects: Projects = {
    clients,
    record: (event, about) => outbox.record(event, about),
    auditEvents: createAuditEventModel(connection),
    nextAuditEventId: () => sequences.next('audit_events'),
    settings,
    markdown: createMarkdownRenderer(settings, config.FORGE_EXTERNAL_URL),
    externalAuthorization: new ExternalAuthorization({
      settings,
      loadIdentities: (userId) => clients.identities.getExternalIdentities({ user_id: userId }),
      loadLabels: () => findLabels(projectModel),
      log,
    }),
    spamCheck: new SpamCheck({
      url: config.FORGE_SPAM_CHECK_URL,
      instanceUrl: config.FORGE_EXTERNAL_URL,
      settings,
      log,
    }),
    ...createQueryCaches(connection),
    namespaces: namespaceStore,
    projects: projectStore,
    memberships: outbox.store(createMembershipModel(connection), (membership) =>
      presentMembershipEvent(projects, membership),
    ),
    nextShareId: () => sequences.next('project_shares'),
    shareExpiry: new ShareExpiry({ projects: projectStore, namespaces: namespaceStore }),
    accessRequests: outbox.store(createAccessRequestModel(connection), presentAccessRequestEvent),
    badges: outbox.store(createBadgeModel(connection), presentBadgeEvent),
    hooks: outbox.store(createHookModel(connection), (hook) => presentHookEvent(projects, hook)),
    integrations: outbox.store(createIntegrationModel(connection), (integration) =>
      presentIntegrationEvent(projects, integration),
    ),
    deliveries: createDeliveryModel(connection),
    nextDeliveryId: () => sequences.next('hook_deliveries'),
    resumeDeliveries: (hook) => resumeDeliveries(projects, hook),
    deliverer: new HookDeliverer(() => projects, leases, log),
    pushRules: outbox.store(createPushRuleModel(connection), (rule) => presentPushRule(rule, ALL_TIERS)),
    snippets: outbox.store(snippetModel, (snippet) => presentSnippetEvent(projects, snippet)),
    stars: outbox.store(createStarModel(connection), presentStarEvent),
    findStarredIds: (userId) => findStarredIds(projects, userId),
    recountStars: (projectId) => recountStars(projectId),
    notificationLevels: createNotificationLevelModel(connection),
    variables: outbox.store(createVariableModel(connection), presentVariableEvent),
    remoteMirrors: outbox.store(createRemoteMirrorModel(connection), (mirror) =>
      presentRemoteMirrorEvent(projects, mirror),
    ),
    jobClaimMs,
    pullMirrors: jobs(() => pullMirrorJob(projects)),
    pushMirrors: jobs(() => pushMirrorJob(projects)),
    exports: outbox.store(createExportModel(connection), presentExportEvent),
    exportJobs: jobs(() => exportJob(projects)),
    exportFiles: createFileStore(connection, 'project_archives'),
    imports: outbox.store(createImportModel(connection), presentImportEvent),
    importJobs: jobs(() => importJob(projects)),
    importFiles: createFileStore(connection, 'imported_archives'),
    groupExports: outbox.store(createGroupExportModel(connection), presentGroupExportEvent),
    groupExportJobs: jobs(() => groupExportJob(projects)),
    groupExportFiles: createFileStore(connection, 'group_archives'),
    groupImports: outbox.store(createGroupImportModel(connection), ({ _id: id, group_id }) => ({ id, group_id })),
    groupImportJobs: jobs(() => groupImportJob(projects)),
    groupImportFiles: createFileStore(connection, 'imported_group_archives'),
    archiveLimits: archiveLimitsOf(config),
    spoolFolder: path.resolve(config.FORGE_DATA_DIR, 'archives'),
    revision: config.FORGE_REVISION,
    storageMoves: outbox.store(createStorageMoveModel(connection), presentStorageMoveEvent),
    requestStorageMove: (project, move) => requestStorageMove(projects, project, move),
    storageMoveJobs: jobs(() => storageMoveJob(projects)),
    callCounts: createCallLimitModel(connection),
    recountForks: (projectId) => recountForks(projectId),
    recountOpenIssues: (projectId) => recountOpenIssues(projectId),
    snippetFiles: createFileStore(connection, 'snippet_contents'),
    avatarFiles: createFileStore(connection, 'avatars'),
    uploads: outbox.store(createUploadModel(connection), presentUploadEvent),
    uploadFiles: createFileStore(connection, 'uploads_content'),
    projectLists: createLongLists(projectModel, log),
    snippetLists: createLongLists(snippetModel, log),
    paths: createPathModel(connection),
    redirects: createRedirectModel(connection),
    users: createUserModel(connection),
    urls: createUrls(
      config.FORGE_EXTERNAL_URL,
      config.FORGE_SSH_PORT,
      () => settings.current().custom_http_clone_url_root,
    ),
    box: createSecretBox(config.FORGE_SECRET, 'runners_token'),
    hookBox: createSecretBox(config.FORGE_SECRET, 'hook_token'),
    integrationBox: createSecretBox(config.FORGE_SECRET, 'integration'),
    variableBox: createSecretBox(config.FORGE_SECRET, 'variable'),
    exportBox: createSecretBox(config.FORGE_SECRET, 'export_url'),
    mirrorBox: createSecretBox(config.FORGE_SECRET, 'mirror_url'),
    log,
  };
  const recountStars = createStarCounts(projects);
  const recountForks = createForkCounts(projects);
  const recountOpenIssues = createOpenIssueCounts(projects);
  return projects;
}
