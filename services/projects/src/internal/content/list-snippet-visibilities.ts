import { SnippetDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/snippet_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { SnippetDocument } from '#content/snippets';
import type { InternalContentDeps } from './deps';

/** Lists the visibilities of snippets. */
export const listSnippetVisibilities = internalOperation(
  SnippetDirectoryServiceDefinition.listSnippetVisibilities,
  async ({ ids }, { deps }: Call<InternalContentDeps>) => {
    const snippets = await deps.snippets.model
      .find({ _id: { $in: ids } }, { visibility: 1, author_id: 1 })
      .lean<Pick<SnippetDocument, '_id' | 'visibility' | 'author_id'>[]>();
    return {
      snippets: snippets.map(({ _id: id, visibility, author_id }) => ({ id, visibility, author_id })),
    };
  },
);
