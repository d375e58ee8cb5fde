import { NotFoundError } from '@forgemesh/errors';
import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
} from '@forgemesh/proto/projects/v1/snippet';
import { operation, type Call } from '@forgemesh/rpc';
import { assertMayChange, findSnippet } from '../snippet-access';
import { removeSnippet } from '../remove-snippet';
import type { SnippetsDeps } from '../deps';

/** Removes a snippet of a project. */
export const deleteProjectSnippet = operation(
  ProjectSnippetServiceDefinition.deleteProjectSnippet,
  (request, call: Call<SnippetsDeps>) => remove(call, call.resource('id').id, request.snippet_id),
);

/** Removes a personal snippet. */
export const deletePersonalSnippet = operation(
  PersonalSnippetServiceDefinition.deletePersonalSnippet,
  (request, call: Call<SnippetsDeps>) => remove(call, null, request.snippet_id),
);

async function remove(call: Call<SnippetsDeps>, projectId: number | null, snippetId: number): Promise<object> {
  const snippet = await findSnippet(call, projectId, snippetId);
  assertMayChange(call, snippet);
  call.assertUnmodified(snippet.updated_at);
  if (!(await removeSnippet(call.deps, snippet, call.principal.id))) throw new NotFoundError('Snippet');
  return {};
}
