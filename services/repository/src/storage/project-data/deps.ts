import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { LanguagesDocument } from '#content/languages';
import type { HousekeepingDocument } from '#maintenance/repository-maintenance';
import type { RepositoryPacks } from '#refs/packs';
import type { ReadOnlyLocks } from '#storage/storage-moves';
import type { Storages } from '..';

/** Documents of projects. */
export interface ProjectDocuments {
  deleteMany(filter: { project_id: number }): PromiseLike<unknown>;
}

/** Dependencies of the removal of a project. */
export interface ProjectDataDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  /** Persistent locks of repositories during storage moves. */
  readOnlyLocks: ReadOnlyLocks;
  /** Models of documents that are removed with their project, which `project_id` names. */
  projectDocuments: readonly ProjectDocuments[];
  languages: EntityStore<LanguagesDocument>;
  housekeepings: EntityStore<HousekeepingDocument>;
}
