import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Model } from 'mongoose';
import type { PipelineDocument } from '#ci/pipelines/pipeline.model';
import type { Clients } from '#clients/clients';
import type { Urls } from '#clients/urls';
import type { UserDocument } from '#clients/users/user.model';
import type { NewestPipelineCache } from '#ci/pipelines/pipeline.model';
import type { RefChangeDocument } from '#refs/ref-changes/ref-change.model';
import type { PeerStorages } from '#storage/peer-storages/peer-storages';
import type { Storages } from '#storage/repository-location';

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
  refChanges: EntityStore<RefChangeDocument>;
  pipelines: EntityStore<PipelineDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
  /** Caches the newest pipelines of commits. */
  newestPipelineCache: NewestPipelineCache;
}
