import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients } from '#clients';
import type { RefWriter } from '#refs/ref-log';
import type { PeerStorages } from '#storage/peer-storages';
import type { Storages } from '#storage';

/** Dependencies of wikis. */
export interface WikisDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
}
