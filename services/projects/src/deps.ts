/**
 * Dependencies of the projects service: those of all its areas. `compose.ts` creates them; each
 * area receives its own.
 */
import type { ObjectStorage } from '@forgemesh/objects';
import type { Clients } from './clients/clients';
import type { AccessDeps } from './access/deps';
import type { ExternalAuthorizationDeps } from './access/external-authorization/deps';
import type { RateLimitDeps } from './access/limits/deps';
import type { MembershipsDeps } from './access/memberships/deps';
import type { AuditEventsDeps } from './administration/audit-events/deps';
import type { FileReplicationDeps } from './administration/file-replication/deps';
import type { AdminJobsDeps } from './administration/jobs/deps';
import type { AdminStoragesDeps } from './administration/storages/deps';
import type { UsersDeps } from './clients/users/deps';
import type { AvatarsDeps } from './content/avatars/deps';
import type { MarkdownDeps } from './content/markdown/deps';
import type { SnippetsDeps } from './content/snippets/deps';
import type { SpamDeps } from './content/spam/deps';
import type { UploadsDeps } from './content/uploads/deps';
import type { AccessRequestsDeps } from './groups/access-requests/deps';
import type { CustomAttributesDeps } from './groups/custom-attributes/deps';
import type { GroupLifecycleDeps } from './groups/lifecycle/deps';
import type { GroupListsDeps } from './groups/lists/deps';
import type { MembersDeps } from './groups/members/deps';
import type { GroupPresentationDeps } from './groups/presentation/deps';
import type { NamespaceRemovalDeps } from './groups/removal/deps';
import type { SharesDeps } from './groups/shares/deps';
import type { VariablesDeps } from './groups/variables/deps';
import type { ArchivesDeps } from './import-export/archives/deps';
import type { ExportsDeps } from './import-export/exports/deps';
import type { GroupExportsDeps } from './import-export/group-exports/deps';
import type { GroupImportJobsDeps } from './import-export/group-import-jobs/deps';
import type { GroupImportsDeps } from './import-export/group-imports/deps';
import type { ImportJobsDeps } from './import-export/import-jobs/deps';
import type { ImportedContentDeps } from './import-export/imported-content/deps';
import type { ImportsDeps } from './import-export/imports/deps';
import type { ProjectArchivesDeps } from './import-export/project-archives/deps';
import type { InternalAccessDeps } from './internal/access/deps';
import type { InternalExportsDeps } from './internal/exports/deps';
import type { TransferDeps } from './internal/transfer/deps';
import type { InternalMembersDeps } from './internal/members/deps';
import type { InternalNamespacesDeps } from './internal/namespaces/deps';
import type { InternalProjectsDeps } from './internal/projects/deps';
import type { InternalContentDeps } from './internal/content/deps';
import type { MigrationsDeps } from './migrations/deps';
import type { PullMirrorsDeps } from './mirrors/pull-mirrors/deps';
import type { RemoteMirrorsDeps } from './mirrors/remote-mirrors/deps';
import type { StorageMovesDeps } from './mirrors/storage-moves/deps';
import type { NamespacesDeps } from './namespaces/deps';
import type { PathsDeps } from './namespaces/paths/deps';
import type { AuthorizationDeps } from './projects/authorization/deps';
import type { BadgesDeps } from './projects/badges/deps';
import type { ProjectCreationDeps } from './projects/creation/deps';
import type { ForksDeps } from './projects/forks/deps';
import type { ProjectLifecycleDeps } from './projects/lifecycle/deps';
import type { ProjectListsDeps } from './projects/lists/deps';
import type { MaintenanceDeps } from './projects/maintenance/deps';
import type { MirroringDeps } from './projects/mirroring/deps';
import type { NotificationLevelsDeps } from './projects/notification-levels/deps';
import type { OpenIssuesDeps } from './projects/open-issues/deps';
import type { ProjectPresentationDeps } from './projects/presentation/deps';
import type { PushRulesDeps } from './projects/push-rules/deps';
import type { ProjectRemovalDeps } from './projects/removal/deps';
import type { StarsDeps } from './projects/stars/deps';
import type { SearchDeps } from './search/deps';

/** Dependencies of the operations, consumers and schedules. */
export interface Projects
  extends
    AccessDeps,
    ExternalAuthorizationDeps,
    RateLimitDeps,
    MembershipsDeps,
    AuditEventsDeps,
    FileReplicationDeps,
    AdminJobsDeps,
    AdminStoragesDeps,
    UsersDeps,
    AvatarsDeps,
    MarkdownDeps,
    SnippetsDeps,
    SpamDeps,
    UploadsDeps,
    AccessRequestsDeps,
    CustomAttributesDeps,
    GroupLifecycleDeps,
    GroupListsDeps,
    MembersDeps,
    GroupPresentationDeps,
    NamespaceRemovalDeps,
    SharesDeps,
    VariablesDeps,
    ArchivesDeps,
    ExportsDeps,
    GroupExportsDeps,
    GroupImportJobsDeps,
    GroupImportsDeps,
    ImportJobsDeps,
    ImportedContentDeps,
    ImportsDeps,
    ProjectArchivesDeps,
    InternalAccessDeps,
    InternalExportsDeps,
    InternalMembersDeps,
    InternalNamespacesDeps,
    InternalProjectsDeps,
    InternalContentDeps,
    TransferDeps,
    MigrationsDeps,
    PullMirrorsDeps,
    RemoteMirrorsDeps,
    StorageMovesDeps,
    NamespacesDeps,
    PathsDeps,
    AuthorizationDeps,
    BadgesDeps,
    ProjectCreationDeps,
    ForksDeps,
    ProjectLifecycleDeps,
    ProjectListsDeps,
    MaintenanceDeps,
    MirroringDeps,
    NotificationLevelsDeps,
    OpenIssuesDeps,
    ProjectPresentationDeps,
    PushRulesDeps,
    ProjectRemovalDeps,
    StarsDeps,
    SearchDeps {
  clients: Clients;
  objectStorage: ObjectStorage;
}
