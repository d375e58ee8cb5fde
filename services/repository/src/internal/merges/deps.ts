import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { NewestPipelineCache, PipelineDocument } from '#ci/pipelines';
import type { Clients, Urls } from '#clients';
import type { UserDocument } from '#clients/users';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { PushRules } from '#refs/push-rules';
import type { RefLogEntry, RefWriter } from '#refs/ref-log';
import type { PeerStorages } from '#storage/peer-storages';
import type { Storages } from '#storage';

/** Dependencies of the RPCs that merge. */
export interface InternalMergesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  urls: Urls;
  settings: Settings<ApplicationSettings>;
  refLog: EntityStore<RefLogEntry>;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  /** Checks new commits before their refs move. */
  pushRules: PushRules;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  pipelines: EntityStore<PipelineDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  /** Caches the newest pipelines of commits. */
  newestPipelineCache: NewestPipelineCache;
}
