/** Dependencies of the projects service; `compose.ts` creates them. */
import type { EntityStore, FileStore, LongLists, Outbox } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { AccessRequestDocument } from './groups/access-requests/access-request.model';
import type { AuditEventDocument } from './administration/audit-events/audit-event.model';
import type { BadgeDocument } from './projects/badges/badge.model';
import type { Clients } from './clients/clients';
import type { ExportDocument } from './import-export/exports/export.model';
import type { GroupExportDocument } from './import-export/group-exports/group-export.model';
import type { GroupImportDocument } from './import-export/group-imports/group-import.model';
import type { DeliveryDocument } from './hooks/hook-deliveries/delivery.model';
import type { HookDocument } from './hooks/hooks/hook.model';
import type { ImportDocument } from './import-export/imports/import.model';
import type { IntegrationDocument } from './hooks/integrations/integration.model';
import type { ArchiveLimits } from './import-export/archives/open-archive';
import type { QueryCaches } from './query-caches';
import type { ExternalAuthorization } from './access/external-authorization/external-authorization';
import type { CallCount } from './access/limits/call-count.model';
import type { MembershipDocument } from './groups/members/membership.model';
import type { JobRunner } from './administration/jobs/job-runner';
import type { NamespaceDocument } from './groups/namespaces/namespace.model';
import type { PathClaim } from './groups/namespaces/path.model';
import type { PathRedirect } from './groups/namespaces/redirect.model';
import type { ProjectDocument } from './projects/projects/project.model';
import type { PushRuleDocument } from './projects/push-rules/push-rule.model';
import type { RemoteMirrorDocument } from './mirrors/remote-mirrors/remote-mirror.model';
import type { Recount } from './projects/recounts';
import type { ShareExpiry } from './groups/shares/share-expiry';
import type { SpamCheck } from './content/spam/spam-check';
import type { SnippetDocument } from './content/snippets/snippet.model';
import type { NotificationLevelDocument } from './groups/notification-levels/notification-level.model';
import type { StarDocument } from './projects/stars/star.model';
import type { StorageMoveDocument } from './mirrors/storage-moves/storage-move.model';
import type { UploadDocument } from './content/uploads/upload.model';
import type { Urls } from './clients/urls';
import type { UserDocument } from './clients/users/user.model';
import type { VariableDocument } from './groups/variables/variable.model';

/** Dependencies of the operations, consumers and schedules. */
export interface Projects {
  /** Publishes an event that belongs to no document change. */
  record: Outbox['record'];
  /** Log of security-relevant actions for administrators and owners. */
  auditEvents: Model<AuditEventDocument>;
  nextAuditEventId: () => Promise<number>;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
  spamCheck: SpamCheck;
  externalAuthorization: ExternalAuthorization;
  /** Query caches for reads that nearly every request makes. */
  queries: QueryCaches;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** The next id of a share. */
  nextShareId: () => Promise<number>;
  /** Removes expired shares. */
  shareExpiry: ShareExpiry;
  accessRequests: EntityStore<AccessRequestDocument>;
  badges: EntityStore<BadgeDocument>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
  /** Queue and log of hook deliveries. */
  deliveries: Model<DeliveryDocument>;
  nextDeliveryId: () => Promise<number>;
  deliverer: DeliveryRunner;
  pushRules: EntityStore<PushRuleDocument>;
  snippets: EntityStore<SnippetDocument>;
  variables: EntityStore<VariableDocument>;
  stars: EntityStore<StarDocument>;
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
  /** Duration of a job claim unless it is renewed, in milliseconds. */
  jobClaimMs: number;
  /** Runs imports from URLs and updates of pull mirrors in this process. */
  pullMirrors: JobRunner<ProjectDocument>;
  /** Runs updates of push mirrors in this process. */
  pushMirrors: JobRunner<RemoteMirrorDocument>;
  exports: EntityStore<ExportDocument>;
  /** Runs exports in this process. */
  exportJobs: JobRunner<ExportDocument>;
  /** Archives of exports. */
  exportFiles: FileStore;
  imports: EntityStore<ImportDocument>;
  /** Runs imports in this process. */
  importJobs: JobRunner<ImportDocument>;
  /** Uploaded archives. */
  importFiles: FileStore;
  groupExports: EntityStore<GroupExportDocument>;
  /** Runs exports of groups in this process. */
  groupExportJobs: JobRunner<GroupExportDocument>;
  /** Archives of group exports. */
  groupExportFiles: FileStore;
  groupImports: EntityStore<GroupImportDocument>;
  /** Runs imports of groups in this process. */
  groupImportJobs: JobRunner<GroupImportDocument>;
  /** Uploaded archives of groups. */
  groupImportFiles: FileStore;
  /** Limits of unpacking imported archives. */
  archiveLimits: ArchiveLimits;
  /** Folder for temporary files of jobs. */
  spoolFolder: string;
  /** Source revision that the instance was built from. */
  revision: string;
  storageMoves: EntityStore<StorageMoveDocument>;
  /** Runs moves to other storages in this process. */
  storageMoveJobs: JobRunner<StorageMoveDocument>;
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
  recountStars: Recount<void>;
  /** Recounts the forks of a project; false if the project does not exist. */
  recountForks: Recount<boolean>;
  /** Recounts the open issues of a project. */
  recountOpenIssues: Recount<void>;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
  /** Lists of projects and snippets that may be long. */
  projectLists: LongLists<ProjectDocument>;
  snippetLists: LongLists<SnippetDocument>;
  /** Claims of paths, which make paths unique. */
  paths: Model<PathClaim>;
  /** Redirects of former paths. */
  redirects: Model<PathRedirect>;
  /** Display data of users; a copy of identity's data, never used for authorization. */
  users: Model<UserDocument>;
  urls: Urls;
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Encrypts hook tokens and URLs. */
  hookBox: SecretBox;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Encrypts the values of variables. */
  variableBox: SecretBox;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
  /** Encrypts the URLs that archives are sent to, which contain credentials. */
  exportBox: SecretBox;
  log: Logger;
}

/** Sends waiting hook deliveries in the background. */
export interface DeliveryRunner {
  /** Starts sending the deliveries of a hook; never throws. */
  wake(hookId: number): void;
  /** Starts sending for every hook with due deliveries. */
  wakeDue(): Promise<void>;
  /** Starts no more deliveries and waits for those in progress, as far as they end in time. */
  close(): Promise<void>;
}
