import type { EntityStore } from '@forgemesh/data';
import type { DiscussionsDeps } from '#discussion/discussions';
import type { MergeRequestChangesDeps } from '#items/merge-requests';
import type { DraftNoteDocument } from './draft-note.model';

/** Dependencies of draft notes, which become notes and finish reviews. */
export interface DraftNotesDeps extends DiscussionsDeps, MergeRequestChangesDeps {
  draftNotes: EntityStore<DraftNoteDocument>;
  queries: DiscussionsDeps['queries'] & MergeRequestChangesDeps['queries'];
}
