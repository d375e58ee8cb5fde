import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
  type Snippet,
} from '@forgemesh/proto/projects/v1/snippet';
import { findSnippet } from '../snippet-access';
import { presentSnippets } from '../snippet.entity';
import type { SnippetDocument } from '../snippet.model';
import type { SnippetsDeps } from '../deps';

/** Gets a snippet of a project. */
export const getProjectSnippet = operation(
  ProjectSnippetServiceDefinition.getProjectSnippet,
  async ({ snippet_id: id }, call: Call<SnippetsDeps>) =>
    presentSnippetFor(call, await findSnippet(call, call.resource('id').id, id)),
);

/** Gets a personal snippet. */
export const getPersonalSnippet = operation(
  PersonalSnippetServiceDefinition.getPersonalSnippet,
  async ({ snippet_id: id }, call: Call<SnippetsDeps>) => presentSnippetFor(call, await findSnippet(call, null, id)),
);

/** Presents a snippet to the caller. */
export async function presentSnippetFor(
  call: Call<SnippetsDeps>,
  snippet: SnippetDocument,
): Promise<ResponseOf<Snippet>> {
  const [entity] = await presentSnippets(call.deps, [snippet], { with_email: call.user !== null });
  if (!entity) throw new NotFoundError('Snippet');
  return entity;
}
