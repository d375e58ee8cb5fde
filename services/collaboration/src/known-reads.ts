/**
 * What the pages of nearly every list are presented with: kept for a moment, and dropped by any write of the service to its collection.
 * Nothing of it depends on who asks, and none of it decides about rights. Writes read anew.
 */
import { ReadCache } from '@forgemesh/kit';
import type { Connection } from 'mongoose';
import type { LabelDocument } from './labels/label.model';
import type { MilestoneDocument } from './milestones/milestone.model';

/** Long enough for the many who ask for the same at once. */
const BRIEF_MS = 200;
/** Labels of a place may be thousands. */
const MOST_PLACES = 200;

/** The kept reads. */
export interface KnownReads {
  /** Labels by id. */
  labels: ReadCache<LabelDocument, number>;
  /** Milestones by id. */
  milestones: ReadCache<MilestoneDocument, number>;
  /** All labels that a condition means, in the order of lists. */
  labelLists: ReadCache<readonly LabelDocument[]>;
  /** For some issues, which merge requests close them. */
  closing: ReadCache<ReadonlyMap<number, number>>;
  /** Of some merge requests, which have threads that are not resolved. */
  unresolved: ReadCache<ReadonlySet<number>>;
}

/** Makes the kept reads of a database. */
export function createKnownReads(connection: Connection): KnownReads {
  const brief = { lifeMs: BRIEF_MS };
  return {
    labels: new ReadCache(connection, ['labels'], brief),
    milestones: new ReadCache(connection, ['milestones'], brief),
    labelLists: new ReadCache(connection, ['labels'], { ...brief, maxEntries: MOST_PLACES }),
    closing: new ReadCache(connection, ['merge_requests'], brief),
    unresolved: new ReadCache(connection, ['notes'], brief),
  };
}
