/** State of the check of a repository; stored with its measurement. */
import { Schema } from 'mongoose';

/** The last check of a repository and the time of the next one. */
export interface RepositoryCheckState {
  /**
   * Time from which a process may check the repository. The process that does so keeps postponing
   * this.
   */
  due_at: Date;
  /** Id of the claim of the process that checks it. */
  claim?: string;
  /** Whether an administrator requested the check, so that it runs even if checks are disabled. */
  is_requested?: boolean;
  /** Time of the last check; absent if there was none, or its result was cleared. */
  checked_at?: Date;
  /** Whether the last check found damage. */
  failed?: boolean;
  /** What git reported about the damage. */
  error?: string;
}

/** Schema of the state. */
export const repositoryCheckSchema = new Schema<RepositoryCheckState>(
  { due_at: Date, claim: String, is_requested: Boolean, checked_at: Date, failed: Boolean, error: String },
  { _id: false },
);

/** Repositories whose last check has a result, optionally only those with this result. */
export function checkedFilter(failed?: boolean): object {
  return { 'check.checked_at': { $exists: true }, ...(failed !== undefined && { 'check.failed': failed }) };
}
