import type { InternalSourceBranchesDeps } from '../source-branches/deps';

/** Dependencies of the RPCs for suggestions, which change source branches. */
export type InternalSuggestionsDeps = InternalSourceBranchesDeps;
