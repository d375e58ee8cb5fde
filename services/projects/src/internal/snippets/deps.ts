import type { EntityStore } from '@forgemesh/data';
import type { SnippetDocument } from '#content/snippets';

/** Dependencies of the RPCs for other services about snippets. */
export interface InternalSnippetsDeps {
  snippets: EntityStore<SnippetDocument>;
}
