import type { LongLists, Sequences } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { NotesDeps } from '#discussion/notes';
import type { ReferencesDeps } from '#items/references';
import type { ContributionEventDocument } from './contribution-event.model';
import type { DeletedOwnerDocument } from './deleted-owner.model';

/** Dependencies of the activity of users. */
export interface ContributionEventsDeps extends ReferencesDeps, Pick<NotesDeps, 'notes'> {
  /** What users did in projects. */
  contributionEvents: Model<ContributionEventDocument>;
  /** Deleted projects and users. */
  deletedOwners: Model<DeletedOwnerDocument>;
  /** Pages of contribution events. */
  lists: { contributionEvents: LongLists<ContributionEventDocument> };
  /** Ids of contribution events. */
  sequences: Sequences;
}
