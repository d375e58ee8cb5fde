import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { LanguagesDocument } from '#content/languages';
import type { KeyedQueue, Storages } from '#storage';
import type { MeasurementDocument } from './measurement.model';

/** Dependencies of repository statistics. */
export interface StatisticsDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  languages: EntityStore<LanguagesDocument>;
  measurements: EntityStore<MeasurementDocument>;
  /** Serializes language measurements of one repository. */
  languageQueue: KeyedQueue;
  /** Bytes of the large files of a project. */
  measureLfsObjects(projectId: number): Promise<number>;
}
