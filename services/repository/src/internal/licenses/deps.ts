import type { GitClient } from '@forgemesh/git-engine';
import type { LRUCache } from 'lru-cache';
import type { KnownLicense } from '#content/licenses';
import type { Storages } from '#storage';

/** Dependencies of the RPCs about licenses. */
export interface InternalLicensesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  /** Licenses by the id of their blob. */
  licenses: LRUCache<string, KnownLicense>;
}
