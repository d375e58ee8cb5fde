import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { JobQueue } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import type { Storages } from '#storage';
import type { Maintenance } from '#maintenance';
import type { HousekeepingDocument } from './housekeeping.model';

/** Dependencies of repository maintenance. */
export interface RepositoryMaintenanceDeps {
  log: Logger;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  housekeepings: EntityStore<HousekeepingDocument>;
  maintenance: Maintenance;
  /** Runs the requested housekeeping in this process. */
  housekeepingJobs: JobQueue<number, HousekeepingDocument>;
}
