import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryPacks } from '#refs/packs';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { KeyedQueue, RepositoryActivity, RepositoryLocation, Storages } from '#storage';
import type { DeletedRepositoryDocument } from './deleted-repository.model';

/** Dependencies of deleted repositories. */
export interface DeletedRepositoriesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Running writes and long reads, and locked repositories. */
  activity: RepositoryActivity;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Removes the repositories and documents of a project. Safe to repeat. */
  removeProjectData: (projectId: number, storage: string) => Promise<void>;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  measurements: EntityStore<MeasurementDocument>;
  /** Repositories of deleted projects that can be restored. */
  deletedRepositories: EntityStore<DeletedRepositoryDocument>;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
  /** Measures the languages of a commit in the background. */
  measureLanguages: (location: RepositoryLocation, commitId: string) => void;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
}
