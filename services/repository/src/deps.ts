/** Dependencies of the repository service; `compose.ts` creates them. */
import type { EntityStore, Outbox, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ContextVerifier } from '@forgemesh/rpc';
import type { SecretBox } from '@forgemesh/security';
import type { Leases } from '@forgemesh/service';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Background } from './maintenance/background';
import type { Clients } from './clients/clients';
import type { DeletedRepositoryDocument } from './storage/deleted-repositories/deleted-repository.model';
import type { DeploymentDocument } from './ci/deployments/deployment.model';
import type { EnvironmentDocument } from './ci/environments/environment.model';
import type { GitClient } from '@forgemesh/git-engine';
import type { LRUCache } from 'lru-cache';
import type { HousekeepingDocument } from './maintenance/repository-maintenance/housekeeping.model';
import type { KeyedQueue } from './storage/keyed-queue';
import type { QueryCaches } from './query-caches';
import type { LanguagesDocument } from './content/languages/languages.model';
import type { KnownLicense } from './content/licenses/known-licenses';
import type { MeasurementDocument } from './maintenance/statistics/measurement.model';
import type { ClosedPlaces } from './storage/moves/closed-places';
import type { Neighbours } from './storage/peer-storages/neighbours';
import type { PipelineDocument } from './ci/pipelines/pipeline.model';
import type { ProtectedBranchDocument } from './refs/protected-branches/protected-branch.model';
import type { ProtectedTagDocument } from './refs/protected-tags/protected-tag.model';
import type { RefChangeDocument } from './refs/ref-changes/ref-change.model';
import type { ReleaseDocument } from './releases/releases/release.model';
import type { Storages } from './storage/repository-location';
import type { RepositoryUse } from './storage/repository-use';
import type { CommitSignatureDocument } from './commits/signatures/commit-signature.model';
import type { CommitStatusDocument } from './ci/statuses/commit-status.model';
import type { TriggerDocument } from './ci/triggers/trigger.model';
import type { Upkeep } from './maintenance/upkeep';
import type { UserDocument } from './clients/users/user.model';

/** What operations, consumers and schedules share. */
export interface Repositories {
  log: Logger;
  /** Reads and commits: short work that answers wait for. */
  git: GitClient;
  /** A worker of its own for what streams or takes long, so that no clone slows a read down. */
  transportGit: GitClient;
  /** Smart HTTP of git clients. */
  transport: GitTransport;
  storages: Storages;
  /** Writes and long reads under way, and where no writes are taken. */
  use: RepositoryUse;
  /** Where no writes are taken, for as long as it is so. */
  closedPlaces: ClosedPlaces;
  /** What other processes of this service serve. */
  neighbours: Neighbours;
  clients: Clients;
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
  /** Seals the tokens of triggers. */
  triggerBox: SecretBox;
  /** Digests the tokens of triggers. */
  triggerDigests: (token: string) => string[];
  /** What became of the signatures of commits. */
  commitSignatures: Model<CommitSignatureDocument>;
  /** Users for display. */
  users: Model<UserDocument>;
  queries: QueryCaches;
  background: Background;
  upkeep: Upkeep;
  /** Commits to one branch of this process take turns. */
  branchQueue: KeyedQueue;
  /** Changes of one copy of a repository take turns. */
  replicaQueue: KeyedQueue;
  /** Notes of releases as HTML, by release and version. */
  renderedNotes: LRUCache<string, string>;
  /** Licences by the id of the blob that holds them. */
  licenses: LRUCache<string, KnownLicense>;
  /** Measurements of one repository's languages take turns. */
  languageQueue: KeyedQueue;
}

/** Address of the running git transport. */
export interface TransportEndpoint {
  port: number;
  /** Requests must present it. */
  secret: string;
}

/** The git transport, which runs in a worker and is restarted when that ends. */
export interface GitTransport {
  /** Starts the transport; it is restarted until `close`. */
  start(repositories: Repositories): void;
  /** Waits until the transport listens. Throws UnavailableError after a timeout. */
  address(): Promise<TransportEndpoint>;
  /** Whether a push in progress is going to make the change of an intent. */
  isMaking(intentId: number): boolean;
  close(): void;
}
