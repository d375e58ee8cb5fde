/** Dependencies of the repository service; `compose.ts` creates them. */
import type { ObjectStorage } from '@forgemesh/objects';
import type { LfsDeps, ObjectRemovalDeps } from './content/lfs/deps';
import type { CiLintDeps } from './ci/ci-lint/deps';
import type { DeploymentsDeps } from './ci/deployments/deps';
import type { EnvironmentsDeps } from './ci/environments/deps';
import type { PipelinesDeps } from './ci/pipelines/deps';
import type { CommitStatusesDeps } from './ci/statuses/deps';
import type { TriggersDeps } from './ci/triggers/deps';
import type { UserDirectoryDeps } from './clients/users/deps';
import type { RevisionDeps } from './commits/deps';
import type { ChangelogsDeps } from './commits/changelogs/deps';
import type { CherryPicksAndRevertsDeps } from './commits/cherry-picks-and-reverts/deps';
import type { CommitFilesDeps } from './commits/commit-files/deps';
import type { CommitsDeps } from './commits/history/deps';
import type { ComparisonsDeps } from './commits/comparisons/deps';
import type { ContributorsDeps } from './commits/contributors/deps';
import type { MergesDeps } from './commits/merges/deps';
import type { SignaturesDeps } from './commits/signatures/deps';
import type { SubmodulesDeps } from './commits/submodules/deps';
import type { IdentityConsumersDeps } from './consumers/identity/deps';
import type { ProjectConsumersDeps } from './consumers/projects/deps';
import type { RepositoryConsumersDeps } from './consumers/repository/deps';
import type { ArchivesDeps } from './content/archives/deps';
import type { BlobsDeps } from './content/blobs/deps';
import type { CodeOwnersDeps } from './content/code-owners/deps';
import type { CodeSearchDeps } from './content/code-search/deps';
import type { FilesDeps } from './content/files/deps';
import type { LanguagesDeps } from './content/languages/deps';
import type { SnapshotsDeps } from './content/snapshots/deps';
import type { TemplatesDeps } from './content/templates/deps';
import type { TreesDeps } from './content/trees/deps';
import type { WikisDeps } from './content/wikis/deps';
import type { BundlesDeps } from './import-export/deps';
import type { InternalCodeOwnersDeps } from './internal/code-owners/deps';
import type { InternalHousekeepingDeps } from './internal/housekeeping/deps';
import type { InternalLfsObjectsDeps } from './internal/lfs-objects/deps';
import type { InternalLicensesDeps } from './internal/licenses/deps';
import type { InternalMergesDeps } from './internal/merges/deps';
import type { InternalMirrorsDeps } from './internal/mirrors/deps';
import type { InternalPipelinesDeps } from './internal/pipelines/deps';
import type { InternalProtectedBranchesDeps } from './internal/protected-branches/deps';
import type { InternalSourceBranchesDeps } from './internal/source-branches/deps';
import type { InternalStorageDeps } from './internal/storage/deps';
import type { InternalBundlesDeps } from './internal/storage/bundles/deps';
import type { InternalDeletedRepositoriesDeps } from './internal/storage/deleted-repositories/deps';
import type { InternalStorageMovesDeps } from './internal/storage/moves/deps';
import type { InternalReplicasDeps } from './internal/storage/replicas/deps';
import type { RepositoryChecksDeps } from './maintenance/repository-checks/deps';
import type { RepositoryMaintenanceDeps } from './maintenance/repository-maintenance/deps';
import type { StatisticsDeps } from './maintenance/statistics/deps';
import type { AccessEntriesDeps } from './refs/access-entries/deps';
import type { BranchesDeps } from './refs/branches/deps';
import type { ProtectedBranchesDeps } from './refs/protected-branches/deps';
import type { ProtectedTagsDeps } from './refs/protected-tags/deps';
import type { PushRulesDeps } from './refs/push-rules/deps';
import type { RefLogDeps } from './refs/ref-log/deps';
import type { ReleaseLinksDeps } from './refs/release-links/deps';
import type { ReleasesDeps } from './refs/releases/deps';
import type { PackAuditDeps } from './refs/packs/audit/deps';
import type { KeepRepositoriesDeps } from './refs/packs/keep-repositories';
import type { MaintainRepositoriesDeps } from './refs/packs/maintain-repositories';
import type { TagsDeps } from './refs/tags/deps';
import type { DeletedRepositoriesDeps } from './storage/deleted-repositories/deps';
import type { MirrorsDeps } from './storage/mirrors/deps';
import type { PeerStoragesDeps } from './storage/peer-storages/deps';
import type { ReplicasDeps } from './storage/replicas/deps';
import type { ProjectDataDeps } from './storage/project-data/deps';
import type { StorageMovesDeps } from './storage/storage-moves/deps';
import type { StorageEpochs } from './storage/storage-epochs/storage-epochs';
import type { TransportHost } from './storage/transport/transport-host';
import type { TransportDeps } from './storage/transport/deps';

/** The dependencies of all areas. */
export interface Repositories
  extends
    CiLintDeps,
    DeploymentsDeps,
    EnvironmentsDeps,
    PipelinesDeps,
    CommitStatusesDeps,
    TriggersDeps,
    UserDirectoryDeps,
    RevisionDeps,
    ChangelogsDeps,
    CherryPicksAndRevertsDeps,
    CommitFilesDeps,
    CommitsDeps,
    ComparisonsDeps,
    ContributorsDeps,
    MergesDeps,
    SignaturesDeps,
    SubmodulesDeps,
    IdentityConsumersDeps,
    ProjectConsumersDeps,
    RepositoryConsumersDeps,
    ArchivesDeps,
    BlobsDeps,
    CodeOwnersDeps,
    CodeSearchDeps,
    FilesDeps,
    LanguagesDeps,
    SnapshotsDeps,
    TemplatesDeps,
    TreesDeps,
    WikisDeps,
    BundlesDeps,
    InternalCodeOwnersDeps,
    InternalHousekeepingDeps,
    InternalLfsObjectsDeps,
    InternalLicensesDeps,
    InternalMergesDeps,
    InternalMirrorsDeps,
    InternalPipelinesDeps,
    InternalProtectedBranchesDeps,
    InternalSourceBranchesDeps,
    InternalStorageDeps,
    InternalBundlesDeps,
    InternalDeletedRepositoriesDeps,
    InternalStorageMovesDeps,
    InternalReplicasDeps,
    KeepRepositoriesDeps,
    PackAuditDeps,
    MaintainRepositoriesDeps,
    RepositoryChecksDeps,
    RepositoryMaintenanceDeps,
    StatisticsDeps,
    AccessEntriesDeps,
    BranchesDeps,
    ProtectedBranchesDeps,
    ProtectedTagsDeps,
    PushRulesDeps,
    RefLogDeps,
    ReleaseLinksDeps,
    ReleasesDeps,
    TagsDeps,
    LfsDeps,
    ObjectRemovalDeps,
    DeletedRepositoriesDeps,
    MirrorsDeps,
    PeerStoragesDeps,
    ReplicasDeps,
    ProjectDataDeps,
    StorageMovesDeps,
    TransportDeps {
  transport: TransportHost;
  epochs: StorageEpochs;
  /** Stops the announcements of entries to other processes. */
  closePacks: () => void;
  objectStorage: ObjectStorage;
}
