import type { GitClient } from '@forgemesh/git-engine';
import type { Storages } from '#storage';

/** Dependencies of code search. */
export interface CodeSearchDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
}
