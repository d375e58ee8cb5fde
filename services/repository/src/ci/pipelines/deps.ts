import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients, Urls } from '#clients';
import type { UserDocument } from '#clients/users';
import type { NewestPipelineCache, PipelineDocument } from './pipeline.model';
import type { Storages } from '#storage';
import type { CommitStatusDocument } from './commit-status.model';

/** Dependencies of pipelines. */
export interface PipelinesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  urls: Urls;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
  /** Caches the newest pipelines of commits. */
  newestPipelineCache: NewestPipelineCache;
}
