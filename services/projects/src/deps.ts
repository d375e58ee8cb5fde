/** Dependencies of the projects service; `compose.ts` creates them. */
import type { EntityStore, FileStore, LongLists, Outbox } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
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
import type { QueryCaches } from './query-caches';
import type { CallCount } from './access/limits/call-count.model';
import type { MembershipDocument } from './groups/members/membership.model';
import type { JobRunner } from './administration/jobs/job-runner';
import type { NamespaceDocument } from './groups/namespaces/namespace.model';
import type { PathClaim } from './groups/namespaces/path.model';
import type { ProjectDocument } from './projects/projects/project.model';
import type { PushRuleDocument } from './projects/push-rules/push-rule.model';
import type { RemoteMirrorDocument } from './mirrors/remote-mirrors/remote-mirror.model';
import type { Recount } from './projects/recounts';
import type { ShareExpiry } from './groups/shares/share-expiry';
import type { SnippetDocument } from './content/snippets/snippet.model';
import type { NotificationLevelDocument } from './groups/notification-levels/notification-level.model';
import type { StarDocument } from './projects/stars/star.model';
import type { StorageMoveDocument } from './mirrors/storage-moves/storage-move.model';
import type { UploadDocument } from './content/uploads/upload.model';
import type { Urls } from './clients/urls';
import type { UserDocument } from './clients/users/user.model';
import type { VariableDocument } from './groups/variables/variable.model';

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
  queries: QueryCaches;
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
  deliverer: DeliveryRunner;
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

/** Sends the waiting deliveries of hooks in the background. */
export interface DeliveryRunner {
  /** Starts the deliveries of a hook soon; never throws. */
  wake(hookId: number): void;
  /** Starts the deliveries of every hook that has some due. */
  wakeDue(): Promise<void>;
  /** Starts no more deliveries. Another process repeats those in progress. */
  close(): void;
}
