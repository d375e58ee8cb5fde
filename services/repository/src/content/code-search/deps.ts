import type { Shares } from '@forgemesh/admission';
import type { GitClient } from '@forgemesh/git-engine';
import type { Clients } from '#clients';
import type { Storages } from '#storage';

/** Dependencies of code search. */
export interface CodeSearchDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  /** Searches in several projects that run in this process. */
  searchShares: Shares;
}
