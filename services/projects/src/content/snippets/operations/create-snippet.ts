import { ForbiddenError, ValidationError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
  type Snippet,
} from '@forgemesh/proto/projects/v1/snippet';
import { type Visibility, restrictionErrors } from '#access';
import { assertNotSpam } from '#content/spam';
import { deleteContent, storeContent } from '../snippet-content';
import { snippetSearchFields, type SnippetDocument } from '../snippet.model';
import type { SnippetsDeps } from '../deps';
import { presentSnippetFor } from './get-snippet';

/** Creates a snippet in a project. */
export const createProjectSnippet = operation(
  ProjectSnippetServiceDefinition.createProjectSnippet,
  (request, call: Call<SnippetsDeps>) =>
    create(call, call.resource('id').id, request, request.visibility as Visibility),
);

/** Creates a personal snippet of the caller; not available to external users. */
export const createPersonalSnippet = operation(
  PersonalSnippetServiceDefinition.createPersonalSnippet,
  (request, call: Call<SnippetsDeps>) => {
    if (call.principal.external) throw new ForbiddenError();
    const visibility = request.visibility ?? call.deps.settings.current().default_snippet_visibility;
    return create(call, null, request, visibility as Visibility);
  },
);

interface Request {
  title: string;
  file_name: string;
  content: string;
  description?: string | null | undefined;
}

async function create(
  call: Call<SnippetsDeps>,
  projectId: number | null,
  request: Request,
  visibility: Visibility,
): Promise<ResponseOf<Snippet>> {
  assertAllowed(call, visibility);
  const { deps, operationId } = call;
  const earlier = await deps.snippets.findByOperation(operationId ?? '');
  return presentSnippetFor(call, earlier ?? (await insert(call, projectId, request, visibility)));
}

async function insert(
  call: Call<SnippetsDeps>,
  projectId: number | null,
  { title, file_name, content, description = null }: Request,
  visibility: Visibility,
): Promise<SnippetDocument> {
  const { deps, principal, operationId, context } = call;
  await assertNotSpam(call, visibility, () => ({ title, file_name, content, description }));
  const storedContent = await storeContent(deps, content);
  const now = new Date();
  const snippet = {
    _id: await deps.snippets.nextId(),
    project_id: projectId,
    author_id: principal.id,
    title,
    file_name,
    description,
    visibility,
    ...storedContent,
    ...snippetSearchFields({ title, file_name }),
    user_agent: context.user_agent,
    ip_address: context.address,
    created_at: now,
    updated_at: now,
    ...(operationId !== undefined && { operation_id: operationId }),
  };
  const stored = await deps.snippets.insert(snippet, [{ type: 'projects.snippet.created', actor: principal.id }]);
  // A concurrent attempt of this write inserted its snippet first, so the content stored here is
  // unused.
  if (stored._id !== snippet._id) await deleteContent(deps, storedContent);
  return stored;
}

/** Throws ValidationError for a visibility that the instance restricts to administrators. */
export function assertAllowed({ deps, principal }: Call<SnippetsDeps>, visibility: Visibility): void {
  const { restricted_visibility_levels: restricted } = deps.settings.current();
  const problems = restrictionErrors(visibility, { restricted, isAdmin: principal.admin });
  if (problems.length > 0) throw new ValidationError({ visibility_level: problems });
}
