import type { InternalSourceBranchesDeps } from '../source-branches/deps';

/** Dependencies of the RPCs for suggestions: like a rebase, they move the source of a request. */
export type InternalSuggestionsDeps = InternalSourceBranchesDeps;
