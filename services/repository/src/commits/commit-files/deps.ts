import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { NewestPipelineCache, PipelineDocument } from '#ci/pipelines';
import type { Clients, Urls } from '#clients';
import type { LargeFiles } from '#content/lfs';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { PushRules } from '#refs/push-rules';
import type { RefWriter } from '#refs/ref-log';
import type { PeerStorages } from '#storage/peer-storages';
import type { Storages } from '#storage';

/** Dependencies of commits made from file actions. */
export interface CommitFilesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  urls: Urls;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  /** Checks new commits before their refs move. */
  pushRules: PushRules;
  /** Stores the contents of large files in commits. */
  largeFiles: LargeFiles;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  pipelines: EntityStore<PipelineDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  /** Caches the newest pipelines of commits. */
  newestPipelineCache: NewestPipelineCache;
}
