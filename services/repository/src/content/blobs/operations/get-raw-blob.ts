import { downloadOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { BlobServiceDefinition } from '@forgemesh/proto/repository/v1/blob';
import { locateRepository } from '#commits';
import { isGitError } from '@forgemesh/git-engine';
import { blobContent, rawHeaders } from '../blob-content';
import type { BlobsDeps } from '../deps';

/** Downloads the content of a blob. */
export const getRawBlob = downloadOperation(
  BlobServiceDefinition.getRawBlob,
  async (request, call: Call<BlobsDeps>) => {
    const { repo } = locateRepository(call);
    try {
      const { size } = await call.deps.git.blobInfo({ repo, id: request.sha });
      return { headers: rawHeaders(request.sha, size), content: await blobContent(call, repo, request.sha, null) };
    } catch (error) {
      if (isGitError(error, 'object_not_found')) throw new NotFoundError('Blob');
      throw error;
    }
  },
);
