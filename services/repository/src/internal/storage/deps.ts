import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { LanguagesDocument } from '#content/languages';
import type { Background, Maintenance } from '#maintenance';
import type { LfsLinkDocument } from '#content/lfs';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { RepositoryPacks } from '#refs/packs';
import type { RefWriter } from '#refs/ref-log';
import type { KeyedQueue, Storages } from '#storage';
import type { PeerStorages } from '#storage/peer-storages';

/** Dependencies of the RPCs about repositories. */
export interface InternalStorageDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  languages: EntityStore<LanguagesDocument>;
  measurements: EntityStore<MeasurementDocument>;
  lfsLinks: Model<LfsLinkDocument>;
  background: Background;
  maintenance: Maintenance;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
  /** Serializes language measurements of one repository. */
  languageQueue: KeyedQueue;
}
