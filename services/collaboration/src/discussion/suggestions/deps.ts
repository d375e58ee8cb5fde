import type { DiscussionsDeps } from '#discussion/discussions';
import type { MergeRequestChangesDeps } from '#items/merge-requests';

/** Dependencies of applying suggestions. */
export interface SuggestionsDeps extends DiscussionsDeps, MergeRequestChangesDeps {
  queries: DiscussionsDeps['queries'] & MergeRequestChangesDeps['queries'];
}
