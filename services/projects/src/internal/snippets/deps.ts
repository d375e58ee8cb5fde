import type { SnippetDocument } from '#content/snippets';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of the RPCs for other services about snippets. */
export interface InternalSnippetsDeps {
  snippets: EntityStore<SnippetDocument>;
}
