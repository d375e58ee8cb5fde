/** Reads a blob completely into memory. */
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import { type BlobInput, blobInfo } from './blob-info';

export interface ReadBlobInput extends BlobInput {
  /** Maximum bytes to read; a larger blob is `limit_exceeded`. Default 20 MB. */
  max_bytes?: number;
}

export interface BlobContent {
  id: string;
  size: number;
  data: Buffer;
}

const defaultMaxBytes = 20 * 1024 * 1024;

/** Reads a blob. Errors: `object_not_found`, `limit_exceeded` (with `details.size`). */
export async function readBlob(context: GitContext, input: ReadBlobInput): Promise<BlobContent> {
  const { size } = await blobInfo(context, input);
  const maxBytes = input.max_bytes ?? defaultMaxBytes;
  if (size > maxBytes) throw new GitError('limit_exceeded', `the blob is larger than ${maxBytes} bytes`, { size });
  const object = await context.repository(input.repo).read(input.id);
  if (object?.type !== 'blob') throw new GitError('object_not_found', 'there is no such blob');
  return { id: input.id, size, data: object.data };
}
