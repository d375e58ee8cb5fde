/** The state of the next or present run of a job, on the document that it is about. */
import type { EntityDocument } from '@forgemesh/data';

/** Fields of a job; all absent while there is nothing to do. */
export interface Job {
  /** When it is to run; while it runs, when its run counts as dead. */
  job_due_at?: Date;
  /** Id of the run under way. */
  job_run?: string;
  /** Something happened during the run: there must be another one. */
  job_again?: boolean;
  /** Failures in a row. */
  job_failures?: number;
}

/** A document with a job. */
export type JobDocument = EntityDocument & Job;

/** The fields in a schema. */
export const jobSchema = {
  job_due_at: Date,
  job_run: String,
  job_again: Boolean,
  job_failures: Number,
};

/**
 * What a demand for a run sets. A run under way may have looked already, so another one follows it.
 */
export function requestRun({ job_run: run }: Job): Job {
  return run === undefined ? { job_due_at: new Date() } : { job_again: true };
}

const MINUTE_MS = 60_000;

/** When to try again: after a minute, two, four and so on, at most after `maxMinutes`. */
export function retryAt(failures: number, maxMinutes: number): Date {
  return new Date(Date.now() + Math.min(2 ** (failures - 1), maxMinutes) * MINUTE_MS);
}

/** A moment in so many minutes. */
export function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * MINUTE_MS);
}
