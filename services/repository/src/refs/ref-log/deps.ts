import type { EntityStore, Outbox } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { Background } from '#maintenance';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { RepositoryPacks } from '#refs/packs';
import type { KeyedQueue, RepositoryActivity, Storages } from '#storage';
import type { StorageEpochs } from '#storage/storage-epochs';
import type { LogHeads } from './log-heads';
import type { RefCheckpoint, RefLogEntry } from './ref-log-entry.model';

/** Dependencies of the ref log. */
export interface RefLogDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  /** Running writes and long reads, and locked repositories. */
  activity: RepositoryActivity;
  /** Whether this process may still write to a storage. */
  epochs: Pick<StorageEpochs, 'verify'>;
  clients: Clients;
  outbox: Outbox;
  refLog: EntityStore<RefLogEntry>;
  refCheckpoints: Model<RefCheckpoint>;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  /** The newest numbers of the logs. */
  logHeads: LogHeads;
  /** Serializes the writers of one log within this process. */
  logQueue: KeyedQueue;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  background: Background;
  /** Serializes commits to one branch within this process. */
  branchQueue: KeyedQueue;
}
