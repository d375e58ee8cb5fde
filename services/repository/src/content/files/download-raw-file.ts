import { createHash } from 'node:crypto';
import type { Call, Download } from '@forgemesh/rpc';
import { blobContent, rawHeaders, READ_AT_ONCE_BYTES } from '#content/blobs';
import { fileHeaders, findFile } from './find-file';
import type { FilesDeps } from './deps';

/** Downloads a file; a large one is streamed, without its digest in the headers. */
export async function downloadRawFile(
  call: Call<FilesDeps>,
  request: { file_path: string; ref: string },
): Promise<Download> {
  const { repo, entry, size, data, commit_id, last_commit_id } = await findFile(call, request, READ_AT_ONCE_BYTES);
  const metadata = {
    file_name: entry.name,
    file_path: entry.path,
    size,
    encoding: 'base64',
    ...(data && { content_sha256: createHash('sha256').update(data).digest('hex') }),
    ref: request.ref,
    blob_id: entry.id,
    commit_id,
    last_commit_id,
  };
  return {
    headers: { ...rawHeaders(entry.id, size), ...Object.fromEntries(fileHeaders(metadata)) },
    content: await blobContent(call, repo, entry.id, data),
  };
}
