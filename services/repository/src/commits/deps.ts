import type { GitClient } from '@forgemesh/git-engine';
import type { Storages } from '#storage';

/** Dependencies of the resolution of revisions. */
export interface RevisionDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
}
