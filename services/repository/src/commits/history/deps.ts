import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { NewestPipelineCache, PipelineDocument } from '#ci/pipelines';
import type { Clients, Urls } from '#clients';
import type { Storages } from '#storage';

/** Dependencies of commits. */
export interface CommitsDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  clients: Clients;
  urls: Urls;
  settings: Settings<ApplicationSettings>;
  pipelines: EntityStore<PipelineDocument>;
  /** Caches the newest pipelines of commits. */
  newestPipelineCache: NewestPipelineCache;
}
