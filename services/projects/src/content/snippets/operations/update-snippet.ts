import { changesOf } from '@forgemesh/data';
import { InvalidParameterError, NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
  type Snippet,
} from '@forgemesh/proto/projects/v1/snippet';
import type { Visibility } from '#access';
import { assertNotSpam } from '#content/spam';
import { assertMayChange, findSnippet } from '../snippet-access';
import { beginningOf, deleteContent, storeContent } from '../snippet-content';
import { snippetSearchFields, type SnippetDocument } from '../snippet.model';
import type { SnippetsDeps } from '../deps';
import { assertAllowed } from './create-snippet';
import { presentSnippetFor } from './get-snippet';

/** Changes a snippet of a project. */
export const updateProjectSnippet = operation(
  ProjectSnippetServiceDefinition.updateProjectSnippet,
  (request, call: Call<SnippetsDeps>) => update(call, call.resource('id').id, request),
);

/** Changes a personal snippet. */
export const updatePersonalSnippet = operation(
  PersonalSnippetServiceDefinition.updatePersonalSnippet,
  (request, call: Call<SnippetsDeps>) => update(call, null, request),
);

interface Request {
  snippet_id: number;
  title?: string | undefined;
  file_name?: string | undefined;
  content?: string | undefined;
  description?: string | null | undefined;
  visibility?: string | undefined;
}

async function update(
  call: Call<SnippetsDeps>,
  projectId: number | null,
  request: Request,
): Promise<ResponseOf<Snippet>> {
  const { deps, principal } = call;
  const snippet = await findSnippet(call, projectId, request.snippet_id);
  assertMayChange(call, snippet);
  const set = fieldsOf(request);
  if (set.visibility !== undefined && set.visibility !== snippet.visibility) assertAllowed(call, set.visibility);
  await assertNotSpam(call, set.visibility ?? snippet.visibility, async () => ({
    title: set.title ?? snippet.title,
    file_name: set.file_name ?? snippet.file_name,
    description: set.description === undefined ? snippet.description : set.description,
    content: request.content ?? (await beginningOf(deps, snippet)),
  }));
  const storedContent = request.content === undefined ? undefined : await storeContent(deps, request.content);
  let before: SnippetDocument = snippet;
  const changed = await deps.snippets.mutate(snippet._id, (current) => {
    before = current;
    const changes = { ...changesOf(current, set), ...(storedContent && { content: {} }) };
    if (Object.keys(changes).length === 0) return null;
    return {
      set: { ...set, ...storedContent, ...snippetSearchFields({ ...current, ...set }), updated_at: new Date() },
      events: [{ type: 'projects.snippet.updated', actor: principal.id, changes }],
    };
  });
  if (storedContent) await deleteContent(deps, changed ? before : storedContent);
  if (!changed) throw new NotFoundError('Snippet');
  return presentSnippetFor(call, changed);
}

function fieldsOf({ title, file_name, description, visibility, content }: Request): Partial<SnippetDocument> {
  const emptied = Object.entries({ title: title?.trim(), content }).find(([, value]) => value === '');
  if (emptied) throw new InvalidParameterError(`${emptied[0]} is empty`);
  return {
    ...(title !== undefined && { title }),
    ...(file_name !== undefined && { file_name }),
    ...(description !== undefined && { description }),
    ...(visibility !== undefined && { visibility: visibility as Visibility }),
  };
}
