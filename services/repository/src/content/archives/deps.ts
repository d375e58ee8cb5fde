import type { GitClient } from '@forgemesh/git-engine';
import type { Storages } from '#storage';

/** Dependencies of archives. */
export interface ArchivesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
}
