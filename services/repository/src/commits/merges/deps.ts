import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Model } from 'mongoose';
import type { NewestPipelineCache, PipelineDocument } from '#ci/pipelines';
import type { Clients, Urls } from '#clients';
import type { UserDocument } from '#clients/users';
import type { RefLogEntry, RefWriter } from '#refs/ref-log';
import type { PeerStorages } from '#storage/peer-storages';
import type { Storages } from '#storage';

/** Dependencies of merges. */
export interface MergesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  urls: Urls;
  /** Changes refs through the log. */
  refs: RefWriter;
  refLog: EntityStore<RefLogEntry>;
  pipelines: EntityStore<PipelineDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
  /** Caches the newest pipelines of commits. */
  newestPipelineCache: NewestPipelineCache;
}
