/** Creates the dependencies of the projects service. */
import { ACCESS_TOPIC, CacheInvalidation, MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import { createFileStore, createLongLists } from '@forgemesh/data';
import { followSettings } from '@forgemesh/events';
import { createSecretBox } from '@forgemesh/security';
import type { Runtime } from '@forgemesh/service';
import { presentAccessRequestEvent } from './access-requests/access-request.entity';
import { createAccessRequestModel } from './access-requests/access-request.model';
import { createAuditEventModel } from './audit-events/audit-event.model';
import { presentBadgeEvent } from './badges/badge.entity';
import { createBadgeModel } from './badges/badge.model';
import { createClients } from './clients';
import { config } from './config';
import { presentExportEvent } from './exports/export.entity';
import { exportJob } from './exports/export-job';
import { createExportModel } from './exports/export.model';
import { createForkCounts } from './forks/fork-counts';
import { groupExportJob } from './group-exports/group-export-job';
import { createGroupExportModel } from './group-exports/group-export.model';
import { groupImportJob } from './group-imports/group-import-job';
import { createGroupImportModel } from './group-imports/group-import.model';
import { createDeliveryModel } from './hook-deliveries/delivery.model';
import { HookDeliverer } from './hook-deliveries/hook-deliverer';
import { presentHookEvent } from './hooks/hook.entity';
import { createHookModel } from './hooks/hook.model';
import { presentImportEvent } from './imports/import.entity';
import { importJob } from './imports/import-job';
import { createImportModel } from './imports/import.model';
import { presentIntegrationEvent } from './integrations/integration.entity';
import { createIntegrationModel } from './integrations/integration.model';
import { createKnownReads } from './known-reads';
import { createCallLimitModel } from './limits/call-limit.model';
import { presentMembershipEvent } from './members/member.entity';
import { createMembershipModel } from './members/membership.model';
import type { JobDocument } from './jobs/job';
import { JobRunner, type JobKind } from './jobs/job-runner';
import { pullMirrorJob } from './mirrors/pull-mirror-job';
import { presentNamespaceEvent } from './namespaces/namespace.entity';
import { createNamespaceModel } from './namespaces/namespace.model';
import { createPathModel } from './namespaces/path.model';
import { createOpenIssueCounts } from './open-issues/open-issue-counts';
import { presentProjectEvent } from './projects/project.entity';
import { createProjectModel } from './projects/project.model';
import { ALL_TIERS, presentPushRule } from './push-rules/push-rule.entity';
import { createPushRuleModel } from './push-rules/push-rule.model';
import { pushMirrorJob } from './remote-mirrors/push-mirror-job';
import { presentRemoteMirrorEvent } from './remote-mirrors/remote-mirror.entity';
import { createRemoteMirrorModel } from './remote-mirrors/remote-mirror.model';
import { ShareExpiry } from './shares/share-expiry';
import { presentSnippetEvent } from './snippets/snippet.entity';
import { createSnippetModel } from './snippets/snippet.model';
import { createNotificationLevelModel } from './notification-levels/notification-level.model';
import { createStarCounts } from './stars/star-counts';
import { presentStarEvent } from './stars/star.entity';
import { createStarModel } from './stars/star.model';
import { storageMoveJob } from './storage-moves/storage-move-job';
import { createStorageMoveModel, presentStorageMoveEvent } from './storage-moves/storage-move.model';
import { createUploadModel } from './uploads/upload.model';
import { createUrls } from './urls';
import { createUserModel } from './users/user.model';
import { presentVariableEvent } from './variables/variable.entity';
import { createVariableModel } from './variables/variable.model';
import type { Projects } from './deps';

/** Makes the collaborators. */
export function createProjects({ connection, outbox, sequences, bus, caller, leases, log }: Runtime): Projects {
  const clients = createClients(caller);
  const jobClaimMs = config.FORGE_CLAIM_SECONDS * 500;
  const accessCaches = new CacheInvalidation<string>({ bus, log, topic: ACCESS_TOPIC, maxAgeMs: MAX_ACCESS_AGE_MS });
  // A job may add projects and members: lists show them as soon as the job is seen to have ended.
  const jobs = <T extends JobDocument>(kindOf: () => JobKind<T>) =>
    new JobRunner(kindOf, jobClaimMs, log, () => accessCaches.invalidate('all'));
  const projectModel = createProjectModel(connection);
  const snippetModel = createSnippetModel(connection);
  const projectStore = outbox.store(projectModel, (project) => presentProjectEvent(projects, project));
  const namespaceStore = outbox.store(createNamespaceModel(connection), (namespace) =>
    presentNamespaceEvent(projects, namespace),
  );
  const projects: Projects = {
    clients,
    record: (event, about) => outbox.record(event, about),
    auditEvents: createAuditEventModel(connection),
    nextAuditEventId: () => sequences.next('audit_events'),
    settings: followSettings({
      fetch: () => clients.settings.getSettings({}),
      bus,
      subject: 'settings.changed',
      log,
    }),
    known: createKnownReads(connection),
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
    deliverer: new HookDeliverer(() => projects, leases, log),
    pushRules: outbox.store(createPushRuleModel(connection), (rule) => presentPushRule(rule, ALL_TIERS)),
    snippets: outbox.store(snippetModel, (snippet) => presentSnippetEvent(projects, snippet)),
    stars: outbox.store(createStarModel(connection), presentStarEvent),
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
    groupExports: outbox.store(createGroupExportModel(connection), ({ _id: id, group_id }) => ({ id, group_id })),
    groupExportJobs: jobs(() => groupExportJob(projects)),
    groupExportFiles: createFileStore(connection, 'group_archives'),
    groupImports: outbox.store(createGroupImportModel(connection), ({ _id: id, group_id }) => ({ id, group_id })),
    groupImportJobs: jobs(() => groupImportJob(projects)),
    groupImportFiles: createFileStore(connection, 'imported_group_archives'),
    storageMoves: outbox.store(createStorageMoveModel(connection), presentStorageMoveEvent),
    storageMoveJobs: jobs(() => storageMoveJob(projects)),
    callCounts: createCallLimitModel(connection),
    recountForks: (projectId) => recountForks(projectId),
    recountOpenIssues: (projectId) => recountOpenIssues(projectId),
    snippetFiles: createFileStore(connection, 'snippet_contents'),
    avatarFiles: createFileStore(connection, 'avatars'),
    uploads: outbox.store(createUploadModel(connection), ({ _id: id, project_id }) => ({ id, project_id })),
    uploadFiles: createFileStore(connection, 'uploads_content'),
    projectLists: createLongLists(projectModel, log),
    snippetLists: createLongLists(snippetModel, log),
    paths: createPathModel(connection),
    users: createUserModel(connection),
    urls: createUrls(
      config.FORGE_EXTERNAL_URL,
      config.FORGE_SSH_PORT,
      () => projects.settings.current().custom_http_clone_url_root,
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
