import type { GitClient } from '@forgemesh/git-engine';
import type { Storages } from '#storage';
import type { PeerStorages } from './peer-storages';

/** Dependencies of peer storages. */
export interface PeerStoragesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
}
