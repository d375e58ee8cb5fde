/** Serves blob contents as downloads. */
import type { Call } from '@forgemesh/rpc';
import { startDownload } from '#content';
import type { BlobsDeps } from './deps';

/** Blobs up to this size are read completely, larger ones are streamed. */
export const READ_AT_ONCE_BYTES = 1024 * 1024;

/**
 * Headers of the raw content of a blob: browsers must treat any content as plain text. The id is a
 * digest of the content.
 */
export function rawHeaders(id: string, size: number): Record<string, string> {
  return {
    'Content-Type': 'text/plain',
    'Content-Disposition': 'inline',
    'Content-Length': String(size),
    ETag: `W/"${id}"`,
  };
}

/** The bytes of a blob: the data already read, or a stream that ends with the call. */
export async function blobContent(
  call: Call<BlobsDeps>,
  repo: string,
  id: string,
  data: Buffer | null,
): Promise<AsyncIterable<Uint8Array>> {
  if (data !== null) return single(data);
  const input = { repo, id, caller: call.caller };
  return await startDownload(call.deps.git.streamBlob(input, { signal: call.signal }).stream);
}

async function* single(data: Buffer): AsyncGenerator<Buffer> {
  yield data;
}
