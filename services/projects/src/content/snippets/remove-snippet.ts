import { forEachMatching } from '@forgemesh/data';
import { deleteContent } from './snippet-content';
import type { SnippetDocument } from './snippet.model';
import type { SnippetsDeps } from './deps';

/** Removes a snippet and its content; false if it was removed already. */
export async function removeSnippet(
  deps: Pick<SnippetsDeps, 'snippets' | 'snippetFiles'>,
  snippet: SnippetDocument,
  actor: number | null,
): Promise<boolean> {
  const isRemoved = await deps.snippets.remove(snippet, { type: 'projects.snippet.deleted', actor });
  await deleteContent(deps, snippet);
  return isRemoved;
}

/** Removes matching snippets with their content, one after the other. */
export function removeSnippets(
  deps: Pick<SnippetsDeps, 'snippets' | 'snippetFiles'>,
  filter: object,
  actor: number | null,
): Promise<void> {
  return forEachMatching(deps.snippets.model, filter, (snippet) => removeSnippet(deps, snippet, actor));
}
