import type { GitClient } from '@forgemesh/git-engine';
import type { RepositoryPacks } from '#refs/packs';
import type { Storages } from '#storage';

/** Dependencies of snapshots. */
export interface SnapshotsDeps {
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
}
