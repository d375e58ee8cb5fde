import { SnippetDirectoryServiceService } from '@forgemesh/proto/projects/v1/snippet_directory';
import { internalOperation } from '../operation';
import { findSnippet } from './snippet-access';

/** Tells another service of a snippet that the caller of its operation may see. */
export const getSnippetProfile = internalOperation(
  SnippetDirectoryServiceService.getSnippetProfile,
  async ({ snippet_id: id }, call) => {
    const { author_id, title } = await findSnippet(call, call.resource('id').id, id);
    return { id, author_id, title };
  },
);
