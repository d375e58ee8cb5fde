import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { HousekeepingDocument } from '#maintenance/repository-maintenance';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryCheckpoint, RepositoryPacks } from '#refs/packs';
import type { RefLogEntry } from '#refs/ref-log';
import type { KeyedQueue, RepositoryActivity, Storages } from '#storage';
import type { ReadOnlyLocks } from '#storage/storage-moves';
import type { GitTransport } from '#storage/transport';

/** Dependencies of the RPCs that move repositories. */
export interface InternalStorageMovesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  /** Serves the smart HTTP protocol. */
  transport: GitTransport;
  storages: Storages;
  /** Running writes and long reads, and locked repositories. */
  activity: RepositoryActivity;
  /** Persistent locks of repositories during storage moves. */
  readOnlyLocks: ReadOnlyLocks;
  clients: Clients;
  refLog: EntityStore<RefLogEntry>;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  /** States from which folders of repositories can be built again. */
  repositoryCheckpoints: Model<RepositoryCheckpoint>;
  measurements: EntityStore<MeasurementDocument>;
  housekeepings: EntityStore<HousekeepingDocument>;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
}
