import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Background } from '#maintenance';
import type { KeyedQueue, Storages } from '#storage';
import type { KeptPack } from './kept-pack';
import type { PackStore } from './pack-store';
import type { RepositoryCheckpoint } from './repository-checkpoint.model';

/** A log: that of one repository. */
export interface LogName {
  project_id: number;
  kind: RepositoryCheckpoint['kind'];
}

/** What an entry of the log changes. */
export interface LoggedState {
  seq: number;
  refs: readonly { ref: string; after: string }[];
  /** Absent if the objects of the entry are only in the folder. */
  packs?: KeptPack[];
}

/** Dependencies of packs that are kept outside of repositories. */
export interface PacksDeps {
  log: Logger;
  /** Works on the folders of repositories. */
  git: GitClient;
  storages: Storages;
  packStore: PackStore;
  checkpoints: Model<RepositoryCheckpoint>;
  /** The entries of a log after a number, in order, without refused ones. */
  listEntries(log: LogName, after: number): Promise<LoggedState[]>;
  /** The newest number of a log, 0 for none. */
  newestSeq(log: LogName): Promise<number>;
  /** Serializes the writers of one log within this process. */
  logQueue: KeyedQueue;
  background: Background;
}
