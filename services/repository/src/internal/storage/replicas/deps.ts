import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Model } from 'mongoose';
import type { LfsLinkDocument, LfsObjectDocument } from '#content/lfs';
import type { Maintenance } from '#maintenance';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { ReleaseDocument } from '#refs/releases';
import type { LogSource, PacksDeps, RepositoryPacks } from '#refs/packs';
import type { ReplicaLogs } from '#refs/replica-logs';
import type { KeyedQueue, Storages } from '#storage';

/** Dependencies of the RPCs about replicas. */
export interface InternalReplicasDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  releases: EntityStore<ReleaseDocument>;
  lfsObjects: Model<LfsObjectDocument>;
  lfsLinks: Model<LfsLinkDocument>;
  measurements: EntityStore<MeasurementDocument>;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
  /** Packs of repositories. */
  packsDeps: PacksDeps;
  logSource: LogSource;
  maintenance: Maintenance;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  replicaLogs: ReplicaLogs;
}
