import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Model } from 'mongoose';
import type { LogSource, PacksDeps, RepositoryPacks } from '#refs/packs';
import type { RefCheckpoint, RefLogEntry } from '#refs/ref-log';
import type { Storages } from '#storage';

/** Dependencies of the logs of replicas. */
export interface ReplicaLogsDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  /** Packs of repositories. */
  packsDeps: PacksDeps;
  logSource: LogSource;
  refLog: EntityStore<RefLogEntry>;
  refCheckpoints: Model<RefCheckpoint>;
}
