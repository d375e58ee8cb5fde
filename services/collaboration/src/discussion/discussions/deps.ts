/** Dependencies of discussions. */
import type { NotesDeps } from '#discussion/notes/deps';
import type { Diffs } from '#items/merge-requests/deps';

/** Dependencies of discussions. */
export interface DiscussionsDeps extends NotesDeps {
  /** The versions that notes on lines refer to. */
  diffs: Diffs;
}
