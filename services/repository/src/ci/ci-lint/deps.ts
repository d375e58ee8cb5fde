import type { GitClient } from '@forgemesh/git-engine';
import type { Storages } from '#storage';

/** Dependencies of the checks of pipeline definitions. */
export interface CiLintDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
}
