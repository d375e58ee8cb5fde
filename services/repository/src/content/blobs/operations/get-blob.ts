import { operation, type Call } from '@forgemesh/rpc';
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import { BlobServiceDefinition } from '@forgemesh/proto/repository/v1/blob';
import { locateRepository } from '#commits';
import { isGitError } from '@forgemesh/git-engine';
import { encodeContent } from '#content';
import type { BlobsDeps } from '../deps';

/** A larger blob does not fit into one message as base64; it can still be downloaded. */
const MAX_BYTES = 90 * 1024 * 1024;

/** Gets a blob with its content. */
export const getBlob = operation(BlobServiceDefinition.getBlob, async (request, call: Call<BlobsDeps>) => {
  const { repo } = locateRepository(call);
  try {
    const { size, data } = await call.deps.git.readBlob({ repo, id: request.sha, max_bytes: MAX_BYTES });
    const { content } = await encodeContent(data);
    return { size, encoding: 'base64', content, sha: request.sha };
  } catch (error) {
    if (isGitError(error, 'object_not_found')) throw new NotFoundError('Blob');
    if (isGitError(error, 'limit_exceeded')) throw new ForgeError('too_large');
    throw error;
  }
});
