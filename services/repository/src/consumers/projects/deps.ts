import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients } from '#clients';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryPacks } from '#refs/packs';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { DeletedRepositoryDocument } from '#storage/deleted-repositories';
import type { KeyedQueue, Storages } from '#storage';

/** Dependencies of the consumers of events of projects. */
export interface ProjectConsumersDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Removes the repositories and documents of a project. Safe to repeat. */
  removeProjectData: (projectId: number, storage: string) => Promise<void>;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  measurements: EntityStore<MeasurementDocument>;
  /** Repositories of deleted projects that can be restored. */
  deletedRepositories: EntityStore<DeletedRepositoryDocument>;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
}
