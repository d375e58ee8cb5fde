import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { JobQueue } from '@forgemesh/jobs';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryPacks } from '#refs/packs';
import type { Storages } from '#storage';

/** Dependencies of repository checks. */
export interface RepositoryChecksDeps {
  log: Logger;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  settings: Settings<ApplicationSettings>;
  measurements: EntityStore<MeasurementDocument>;
  /** Checks of repositories. */
  repositoryChecks: JobQueue<number, MeasurementDocument>;
}
