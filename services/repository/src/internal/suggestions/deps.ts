import type { InternalRebasesDeps } from '../rebases/deps';

/** Dependencies of the RPCs for suggestions: like a rebase, they move the source of a request. */
export type InternalSuggestionsDeps = InternalRebasesDeps;
