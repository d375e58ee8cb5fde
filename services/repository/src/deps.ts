/** Dependencies of the repository service; `compose.ts` creates them. */
import type { EntityStore, Outbox, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { ContextVerifier } from '@forgemesh/rpc';
import type { SecretBox } from '@forgemesh/security';
import type { JobQueue, Leases } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Background } from './maintenance/background';
import type { Clients } from './clients/clients';
import type { Urls } from './clients/urls';
import type { DeletedRepositoryDocument } from './storage/deleted-repositories/deleted-repository.model';
import type { DeploymentDocument } from './ci/deployments/deployment.model';
import type { EnvironmentDocument } from './ci/environments/environment.model';
import type { GitClient } from '@forgemesh/git-engine';
import type { LRUCache } from 'lru-cache';
import type { HousekeepingDocument } from './maintenance/repository-maintenance/housekeeping.model';
import type { KeyedQueue } from './storage/keyed-queue';
import type { QueryCaches } from './query-caches';
import type { LanguagesDocument } from './content/languages/languages.model';
import type { AppliedEntry } from './content/code-owners/find-code-owners';
import type { KnownLicense } from './content/licenses/known-licenses';
import type { MeasurementDocument } from './maintenance/statistics/measurement.model';
import type { ReadOnlyLocks } from './storage/storage-moves/read-only-locks';
import type { PeerStorages } from './storage/peer-storages/peer-storages';
import type { PipelineDocument } from './ci/pipelines/pipeline.model';
import type { ProtectedBranchDocument } from './refs/protected-branches/protected-branch.model';
import type { ProtectedTagDocument } from './refs/protected-tags/protected-tag.model';
import type { RefChangeDocument } from './refs/ref-changes/ref-change.model';
import type { ReleaseDocument } from './refs/releases/release.model';
import type { Storages } from './storage/repository-location';
import type { RepositoryActivity } from './storage/repository-activity';
import type { CommitSignatureDocument } from './commits/signatures/commit-signature.model';
import type { CommitStatusDocument } from './ci/statuses/commit-status.model';
import type { TriggerDocument } from './ci/triggers/trigger.model';
import type { Maintenance } from './maintenance/maintenance';
import type { UserDocument } from './clients/users/user.model';

/** Dependencies of operations, consumers and schedules. */
export interface Repositories {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  /** Serves the smart HTTP protocol. */
  transport: GitTransport;
  storages: Storages;
  /** Folder for the files of bundles that are being imported. */
  bundleFolder: string;
  /** Bytes that stay free on the disk; pushes are refused if fewer are available. */
  minFreeDiskBytes: number;
  /** Running writes and long reads, and locked repositories. */
  activity: RepositoryActivity;
  /** Persistent locks of repositories during storage moves. */
  readOnlyLocks: ReadOnlyLocks;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  urls: Urls;
  settings: Settings<ApplicationSettings>;
  outbox: Outbox;
  leases: Leases;
  sequences: Sequences;
  verifier: ContextVerifier;
  refChanges: EntityStore<RefChangeDocument>;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  releases: EntityStore<ReleaseDocument>;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
  languages: EntityStore<LanguagesDocument>;
  measurements: EntityStore<MeasurementDocument>;
  housekeepings: EntityStore<HousekeepingDocument>;
  /** Repositories of deleted projects that can be restored. */
  deletedRepositories: EntityStore<DeletedRepositoryDocument>;
  environments: EntityStore<EnvironmentDocument>;
  deployments: EntityStore<DeploymentDocument>;
  triggers: EntityStore<TriggerDocument>;
  /** Encrypts the tokens of triggers. */
  triggerBox: SecretBox;
  /** Digests the tokens of triggers. */
  triggerDigests: (token: string) => string[];
  /** Verification results of commit signatures. */
  commitSignatures: Model<CommitSignatureDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
  queries: QueryCaches;
  background: Background;
  maintenance: Maintenance;
  housekeepingJobs: JobQueue<number, HousekeepingDocument>;
  /** Checks of repositories. */
  repositoryChecks: JobQueue<number, MeasurementDocument>;
  /** Serializes commits to one branch within this process. */
  branchQueue: KeyedQueue;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
  /** Rendered release notes, by release and version. */
  renderedNotes: LRUCache<string, string>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
  /** Entries of CODEOWNERS files by repository, commit of the file and compared commits. */
  codeOwners: LRUCache<string, AppliedEntry[]>;
  /** Licenses by the id of their blob. */
  licenses: LRUCache<string, KnownLicense>;
  /** Serializes language measurements of one repository. */
  languageQueue: KeyedQueue;
}

/** Address of the running git transport. */
export interface TransportEndpoint {
  port: number;
  /** Required secret of requests. */
  secret: string;
}

/** The git transport, which runs in a worker and is restarted when it ends. */
export interface GitTransport {
  /** Starts the transport; it is restarted until `close`. */
  start(repositories: Repositories): void;
  /** Waits until the transport listens. Throws UnavailableError after a timeout. */
  address(): Promise<TransportEndpoint>;
  /** Whether a running push is going to make the change of an intent. */
  isPushing(intentId: number): boolean;
  close(): void;
}
