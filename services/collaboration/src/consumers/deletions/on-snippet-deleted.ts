import type { EventConsumer } from '@forgemesh/events';
import { removeRelatedData } from './remove-related-data';
import type { DeletionsDeps } from './deps';

/** Removes the notes on a deleted snippet, and the reactions to it. */
export const onSnippetDeleted: EventConsumer<'projects.snippet.deleted', DeletionsDeps> = {
  name: 'collaboration-belongings-of-snippets',
  events: ['projects.snippet.deleted'],
  from: 'all',
  handle: ({ subject }, deps) => removeRelatedData(deps, 'Snippet', Number(subject)),
};
