import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Background } from '#maintenance';
import type { KeyedQueue, RepositoryLocation, Storages } from '#storage';
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
  /** Absent once the refs in the folder have followed. */
  open_at?: Date;
  mark?: LogMark;
}

/** A change of a repository apart from its refs. */
export interface LogMark {
  /** Short name of the branch that HEAD points at from here on. */
  head?: string;
  /** The lock of the repositories of the project has changed. */
  has_lock_change?: true;
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
  listEntries(log: LogName, after: number, limit?: number): Promise<LoggedState[]>;
  /** The newest number of a log, 0 for none. */
  newestSeq(log: LogName): Promise<number>;
  /** Of logs, the ids of those with entries after a number whose objects are only in the folder. */
  findIncomplete(logs: readonly (LogName & { seq: number })[]): Promise<Set<string>>;
  /** Whether a repository has, or had, commits, so that its absence is a loss. */
  hasContent(log: LogName): Promise<boolean>;
  /** Applies the locks of the repositories of a project, which another process may have changed. */
  reloadLocks(projectId: number): Promise<void>;
  /** Appends an entry without refs. Errors: those of `appendEntry`. */
  appendMark(location: RepositoryLocation, mark: LogMark): Promise<void>;
  /** Serializes the writers of one log within this process. */
  logQueue: KeyedQueue;
  /** Serializes the changes of one folder, by its path. Its holder waits for no other queue. */
  folderQueue: KeyedQueue;
  background: Background;
  /** Runs work in turn with the maintenance of the folders of this process. */
  runMaintenance<T>(work: () => Promise<T>): Promise<T>;
}
