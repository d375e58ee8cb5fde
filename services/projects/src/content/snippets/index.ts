/** Snippets and their contents. */
export { inReadableProjects } from './readable-snippets';
export { removeSnippets } from './remove-snippet';
export { findSnippetFor, visibleTo } from './snippet-access';
export { deleteContent, rawContent, storeContent } from './snippet-content';
export { presentSnippets } from './snippet.entity';
export { type SnippetDocument, snippetSearchFields, withoutContent } from './snippet.model';
