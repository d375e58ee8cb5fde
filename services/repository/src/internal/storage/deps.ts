import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Clients } from '#clients/clients';
import type { LanguagesDocument } from '#content/languages/languages.model';
import type { Background } from '#maintenance/background';
import type { Maintenance } from '#maintenance/maintenance';
import type { MeasurementDocument } from '#maintenance/statistics/measurement.model';
import type { ProtectedBranchDocument } from '#refs/protected-branches/protected-branch.model';
import type { RefWriter } from '#refs/ref-changes/ref-writer';
import type { KeyedQueue } from '#storage/keyed-queue';
import type { PeerStorages } from '#storage/peer-storages/peer-storages';
import type { Storages } from '#storage/repository-location';

/** Dependencies of the calls about repositories. */
export interface InternalStorageDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  /** Changes refs with intents and events. */
  refs: RefWriter;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  languages: EntityStore<LanguagesDocument>;
  measurements: EntityStore<MeasurementDocument>;
  background: Background;
  maintenance: Maintenance;
  /** Serializes changes of one replica or moved repository. */
  replicaQueue: KeyedQueue;
  /** Serializes language measurements of one repository. */
  languageQueue: KeyedQueue;
}
