import type { EntityStore } from '@forgemesh/data';
import type { Call } from '@forgemesh/rpc';
import type { DiscussionsDeps } from '#discussion/discussions';
import type { ReviewVerdict } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';
import type { DraftNoteDocument } from './draft-note.model';

/** Sets the state of the caller's review; `compose.ts` connects the area that stores it. */
export type FinishReview = (call: Call<unknown>, request: MergeRequestDocument, state: ReviewVerdict) => Promise<void>;

/** Dependencies of draft notes, which become notes and finish reviews. */
export interface DraftNotesDeps extends DiscussionsDeps {
  draftNotes: EntityStore<DraftNoteDocument>;
  finishReview: FinishReview;
}
