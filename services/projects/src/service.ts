/** The collaborators of the projects service. */
import {
  ACCESS_TOPIC,
  CacheInvalidation,
  createFileStore,
  createLongLists,
  createSecretBox,
  followSettings,
  MAX_ACCESS_AGE_MS,
  type EntityStore,
  type FileStore,
  type Logger,
  type LongLists,
  type Outbox,
  type Runtime,
  type SecretBox,
  type Settings,
} from '@forgemesh/kit';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import { presentAccessRequestEvent } from './access-requests/access-request.entity';
import { createAccessRequestModel, type AccessRequestDocument } from './access-requests/access-request.model';
import { createAuditEventModel, type AuditEventDocument } from './audit-events/audit-event.model';
import { presentBadgeEvent } from './badges/badge.entity';
import { createBadgeModel, type BadgeDocument } from './badges/badge.model';
import { createClients, type Clients } from './clients';
import { config } from './config';
import { presentExportEvent } from './exports/export.entity';
import { exportJob } from './exports/export-job';
import { createExportModel, type ExportDocument } from './exports/export.model';
import { createForkCounts } from './forks/fork-counts';
import { groupExportJob } from './group-exports/group-export-job';
import { createGroupExportModel, type GroupExportDocument } from './group-exports/group-export.model';
import { groupImportJob } from './group-imports/group-import-job';
import { createGroupImportModel, type GroupImportDocument } from './group-imports/group-import.model';
import { createDeliveryModel, type DeliveryDocument } from './hook-deliveries/delivery.model';
import { HookDeliverer } from './hook-deliveries/hook-deliverer';
import { presentHookEvent } from './hooks/hook.entity';
import { createHookModel, type HookDocument } from './hooks/hook.model';
import { presentImportEvent } from './imports/import.entity';
import { importJob } from './imports/import-job';
import { createImportModel, type ImportDocument } from './imports/import.model';
import { presentIntegrationEvent } from './integrations/integration.entity';
import { createIntegrationModel, type IntegrationDocument } from './integrations/integration.model';
import { createKnownReads, type KnownReads } from './known-reads';
import { createCallLimitModel, type CallCount } from './limits/call-limit.model';
import { presentMembershipEvent } from './members/member.entity';
import { createMembershipModel, type MembershipDocument } from './members/membership.model';
import type { JobDocument } from './jobs/job';
import { JobRunner, type JobKind } from './jobs/job-runner';
import { pullMirrorJob } from './mirrors/pull-mirror-job';
import { presentNamespaceEvent } from './namespaces/namespace.entity';
import { createNamespaceModel, type NamespaceDocument } from './namespaces/namespace.model';
import { createPathModel, type PathClaim } from './namespaces/path.model';
import { createOpenIssueCounts } from './open-issues/open-issue-counts';
import { presentProjectEvent } from './projects/project.entity';
import { createProjectModel, type ProjectDocument } from './projects/project.model';
import { ALL_TIERS, presentPushRule } from './push-rules/push-rule.entity';
import { createPushRuleModel, type PushRuleDocument } from './push-rules/push-rule.model';
import { pushMirrorJob } from './remote-mirrors/push-mirror-job';
import { presentRemoteMirrorEvent } from './remote-mirrors/remote-mirror.entity';
import { createRemoteMirrorModel, type RemoteMirrorDocument } from './remote-mirrors/remote-mirror.model';
import type { Recount } from './recounts';
import { ShareExpiry } from './shares/share-expiry';
import { presentSnippetEvent } from './snippets/snippet.entity';
import { createSnippetModel, type SnippetDocument } from './snippets/snippet.model';
import {
  createNotificationLevelModel,
  type NotificationLevelDocument,
} from './notification-levels/notification-level.model';
import { createStarCounts } from './stars/star-counts';
import { presentStarEvent } from './stars/star.entity';
import { createStarModel, type StarDocument } from './stars/star.model';
import { storageMoveJob } from './storage-moves/storage-move-job';
import {
  createStorageMoveModel,
  presentStorageMoveEvent,
  type StorageMoveDocument,
} from './storage-moves/storage-move.model';
import { createUploadModel, type UploadDocument } from './uploads/upload.model';
import { createUrls, type Urls } from './urls';
import { createUserModel, type UserDocument } from './users/user.model';
import { presentVariableEvent } from './variables/variable.entity';
import { createVariableModel, type VariableDocument } from './variables/variable.model';

/** What the operations share. */
export interface Projects {
  /** Publishes an event about something that changes no document. */
  record: Outbox['record'];
  /** What administrators and owners can read about security-relevant actions. */
  auditEvents: Model<AuditEventDocument>;
  nextAuditEventId: () => Promise<number>;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** What nearly every request reads. */
  known: KnownReads;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** The next id of a share. */
  nextShareId: () => Promise<number>;
  /** Ends shares whose day has come. */
  shareExpiry: ShareExpiry;
  accessRequests: EntityStore<AccessRequestDocument>;
  badges: EntityStore<BadgeDocument>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
  /** What hooks have sent and are to send. */
  deliveries: Model<DeliveryDocument>;
  nextDeliveryId: () => Promise<number>;
  deliverer: HookDeliverer;
  pushRules: EntityStore<PushRuleDocument>;
  snippets: EntityStore<SnippetDocument>;
  variables: EntityStore<VariableDocument>;
  stars: EntityStore<StarDocument>;
  /** Of how much users are told where. */
  notificationLevels: Model<NotificationLevelDocument>;
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
  /** How long a job is that of the process that runs it, unless it renews its claim. */
  jobClaimMs: number;
  /** Imports and updates of pull mirrors that this process runs. */
  pullMirrors: JobRunner<ProjectDocument>;
  /** Updates of push mirrors that this process runs. */
  pushMirrors: JobRunner<RemoteMirrorDocument>;
  exports: EntityStore<ExportDocument>;
  /** Exports that this process runs. */
  exportJobs: JobRunner<ExportDocument>;
  /** Archives that were made. */
  exportFiles: FileStore;
  imports: EntityStore<ImportDocument>;
  /** Imports that this process runs. */
  importJobs: JobRunner<ImportDocument>;
  /** Archives that were brought. */
  importFiles: FileStore;
  groupExports: EntityStore<GroupExportDocument>;
  /** Exports of groups that this process runs. */
  groupExportJobs: JobRunner<GroupExportDocument>;
  /** Archives of groups that exports wrote. */
  groupExportFiles: FileStore;
  groupImports: EntityStore<GroupImportDocument>;
  /** Imports of groups that this process runs. */
  groupImportJobs: JobRunner<GroupImportDocument>;
  /** Archives of groups that users uploaded. */
  groupImportFiles: FileStore;
  storageMoves: EntityStore<StorageMoveDocument>;
  /** Moves to other storages that this process makes. */
  storageMoveJobs: JobRunner<StorageMoveDocument>;
  /** How often somebody did what is dear. */
  callCounts: Model<CallCount>;
  recountStars: Recount<void>;
  /** Counts the forks of a project anew; false where there is no such project. */
  recountForks: Recount<boolean>;
  /** Counts the open issues of a project anew. */
  recountOpenIssues: Recount<void>;
  /** Texts of snippets that are too long for their documents. */
  snippetFiles: FileStore;
  /** Pictures of projects and groups. */
  avatarFiles: FileStore;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
  /** Lists of projects and snippets, which may be long. */
  projectLists: LongLists<ProjectDocument>;
  snippetLists: LongLists<SnippetDocument>;
  /** Who holds which path: the one mechanism that makes paths unique. */
  paths: Model<PathClaim>;
  /** How users are displayed; a copy of identity's, never asked for rights. */
  users: Model<UserDocument>;
  urls: Urls;
  /** Seals the tokens of runners. */
  box: SecretBox;
  /** Seals the tokens of hooks. */
  hookBox: SecretBox;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Seals the values of variables. */
  variableBox: SecretBox;
  /** Seals the addresses of mirrored repositories, which may hold credentials. */
  mirrorBox: SecretBox;
  /** Seals the addresses that archives are sent to, which carry their own credentials. */
  exportBox: SecretBox;
  log: Logger;
}

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
