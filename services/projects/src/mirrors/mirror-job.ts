/** The state of a mirror's next or present transfer, on the document of what is mirrored. */
import type { EntityDocument } from '@forgemesh/kit';

/** Fields of a job; all absent while there is nothing to do. */
export interface MirrorJob {
  /** When it is to run; while it runs, when its run counts as dead. */
  mirror_due_at?: Date;
  /** Id of the run under way. */
  mirror_run?: string;
  /** Something happened during the run: there must be another one. */
  mirror_again?: boolean;
  /** Failures in a row. */
  mirror_failures?: number;
}

/** A document with a job. */
export type MirrorDocument = EntityDocument & MirrorJob;

/** The fields in a schema. */
export const mirrorJobSchema = {
  mirror_due_at: Date,
  mirror_run: String,
  mirror_again: Boolean,
  mirror_failures: Number,
};

/** What a demand for a transfer sets. A run under way may have looked already, so another one follows it. */
export function demand({ mirror_run: run }: MirrorJob): MirrorJob {
  return run === undefined ? { mirror_due_at: new Date() } : { mirror_again: true };
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
