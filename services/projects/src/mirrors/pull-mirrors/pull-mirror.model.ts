/** What a project keeps of the repository that it was imported from or mirrors. */
import { jobSchema, type Job } from '../../administration/jobs/job';

/** State of the import of a project, or of the last update of its mirror. */
export type ImportStatus = 'none' | 'scheduled' | 'started' | 'finished' | 'failed';

/** Settings that clients name. */
export interface PullMirrorSettings {
  /** Whether the project follows the repository at `import_url`. */
  mirror?: boolean;
  /** In whose name its refs change. */
  mirror_user_id?: number;
  /** Whether its updates start builds. */
  mirror_trigger_builds?: boolean;
  only_mirror_protected_branches?: boolean;
  mirror_overwrites_diverged_branches?: boolean;
}

/** All fields; absent in projects that never had them. */
export interface PullMirrorFields extends PullMirrorSettings, Job {
  /** Address of the other repository with its credentials, sealed; null for none. */
  import_url?: string | null;
  /**
   * `import_status` before an update was demanded, which holds again where the update is not wanted
   * any more.
   */
  import_status_before?: ImportStatus;
}

/** The fields in the schema of projects. */
export const pullMirrorSchema = {
  import_url: String,
  import_status_before: String,
  mirror: Boolean,
  mirror_user_id: Number,
  mirror_trigger_builds: Boolean,
  only_mirror_protected_branches: Boolean,
  mirror_overwrites_diverged_branches: Boolean,
  ...jobSchema,
};
