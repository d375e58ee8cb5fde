import type { NotesDeps } from '#discussion/notes';
import type { Diffs } from '#items/merge-requests';

/** Dependencies of discussions. */
export interface DiscussionsDeps extends NotesDeps {
  /** The versions that notes on lines refer to. */
  diffs: Diffs;
}
