import { SnippetDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/snippet_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { findSnippetFor } from '#content/snippets';
import type { InternalContentDeps } from './deps';

/**
 * Presents a snippet to another service if the viewer of the request, or else the caller of the
 * operation, may see it.
 */
export const getSnippetProfile = internalOperation(
  SnippetDirectoryServiceDefinition.getSnippetProfile,
  async ({ snippet_id: snippetId, viewer }, call: Call<InternalContentDeps>) => {
    const { id: projectId, level } = call.resource('id');
    const user = viewer?.user_id === undefined ? call.user : { ...viewer, id: viewer.user_id };
    const { author_id, title } = await findSnippetFor(call.deps, { user, level }, projectId, snippetId);
    return { id: snippetId, author_id, title };
  },
);
