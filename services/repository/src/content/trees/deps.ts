import type { GitClient } from '@forgemesh/git-engine';
import type { Storages } from '#storage';

/** Dependencies of trees. */
export interface TreesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
}
