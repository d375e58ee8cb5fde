import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients } from '#clients/clients';
import type { MeasurementDocument } from '#maintenance/statistics/measurement.model';
import type { ProtectedBranchDocument } from '#refs/protected-branches/protected-branch.model';
import type { ProtectedTagDocument } from '#refs/protected-tags/protected-tag.model';
import type { DeletedRepositoryDocument } from '#storage/deleted-repositories/deleted-repository.model';
import type { KeyedQueue } from '#storage/keyed-queue';
import type { Storages } from '#storage/repository-location';

/** Dependencies of the consumers. */
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
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
}
