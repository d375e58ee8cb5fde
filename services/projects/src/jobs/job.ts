/** The current or next run of a job, stored on the document that it is about. */
import type { EntityDocument } from '@forgemesh/data';
import { doublingDelay } from '@forgemesh/jobs';
import { MINUTE_MS } from '@forgemesh/service/durations';

/** Fields of a job; all are absent while no run is requested. */
export interface Job {
  /** When the next run is due; during a run, when its claim expires. */
  job_due_at?: Date;
  /** Id of the current run. */
  job_run?: string;
  /** A run was requested during the current run, so another one follows. */
  job_again?: boolean;
  /** Consecutive failures. */
  job_failures?: number;
}

/** A document with a job. */
export type JobDocument = EntityDocument & Job;

/** Schema of the fields. */
export const jobSchema = {
  job_due_at: Date,
  job_run: String,
  job_again: Boolean,
  job_failures: Number,
};

/**
 * Fields that request a run. A run in progress may have read its input already, so another one
 * follows it.
 */
export function requestRun({ job_run: run }: Job): Job {
  return run === undefined ? { job_due_at: new Date() } : { job_again: true };
}

/** Time of the next retry: after one minute, then two, four and so on, at most `maxMinutes`. */
export function retryAt(failures: number, maxMinutes: number): Date {
  return new Date(Date.now() + doublingDelay(failures, { firstMs: MINUTE_MS, maxMs: maxMinutes * MINUTE_MS }));
}

/** The time in the given number of minutes. */
export function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * MINUTE_MS);
}
