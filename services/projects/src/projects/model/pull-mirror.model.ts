/** Import and pull mirror fields of a project. */
import { jobSchema, type Job } from '#jobs';

/** State of the import of a project, or of the last update of a mirror. */
export type ImportStatus = 'none' | 'scheduled' | 'started' | 'finished' | 'failed';

/** Settings that clients may change. */
export interface PullMirrorSettings {
  /** Whether the project mirrors the repository at `import_url`. */
  mirror?: boolean;
  /** User that updates act as. */
  mirror_user_id?: number;
  /** Whether updates start builds. */
  mirror_trigger_builds?: boolean;
  only_mirror_protected_branches?: boolean;
  mirror_overwrites_diverged_branches?: boolean;
}

/** All fields; absent in projects that were never imported or mirrored. */
export interface PullMirrorFields extends PullMirrorSettings, Job {
  /** URL of the source repository with its credentials, encrypted; null for none. */
  import_url?: string | null;
  /** `import_status` before an update was scheduled; restored if the update is cancelled. */
  import_status_before?: ImportStatus;
}

/** Schema of the fields. */
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
