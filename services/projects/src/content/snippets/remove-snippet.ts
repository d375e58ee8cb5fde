import { forEachMatching } from '@forgemesh/data';
import type { Projects } from '#deps';
import { deleteContent } from './snippet-content';
import type { SnippetDocument } from './snippet.model';

/** Removes a snippet and its content; false if it was removed already. */
export async function removeSnippet(deps: Projects, snippet: SnippetDocument, actor: number | null): Promise<boolean> {
  const isRemoved = await deps.snippets.remove(snippet, { type: 'projects.snippet.deleted', actor });
  await deleteContent(deps, snippet);
  return isRemoved;
}

/** Removes matching snippets with their content, one after the other. */
export function removeSnippets(deps: Projects, filter: object, actor: number | null): Promise<void> {
  return forEachMatching(deps.snippets.model, filter, (snippet) => removeSnippet(deps, snippet, actor));
}
