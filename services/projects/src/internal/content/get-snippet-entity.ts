import { NotFoundError } from '@forgemesh/errors';
import { EventEntityServiceDefinition } from '@forgemesh/proto/projects/v1/event_entity';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { InternalContentDeps } from './deps';

/** Gets a snippet with its content. */
export const getSnippetEntity = internalOperation(
  EventEntityServiceDefinition.getSnippetEntity,
  async ({ snippet_id }, { deps }: Call<Pick<InternalContentDeps, 'snippets'>>) => {
    const snippet = await deps.snippets.find(snippet_id);
    if (!snippet) throw new NotFoundError('Snippet');
    const { title, content = '', author_id, project_id, file_name, visibility, created_at, updated_at } = snippet;
    return {
      id: snippet._id,
      title,
      content: content ?? '',
      author_id,
      ...(project_id !== null && { project_id }),
      file_name,
      visibility,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  },
);
