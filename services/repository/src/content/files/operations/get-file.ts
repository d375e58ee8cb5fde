import { operation, type Call } from '@forgemesh/rpc';
import { ForgeError } from '@forgemesh/errors';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { encodeContent } from '#content';
import { fileHeaders, findFile } from '../find-file';
import type { FilesDeps } from '../deps';

/** A larger file does not fit into one message as base64; it can still be downloaded. */
const MAX_BYTES = 90 * 1024 * 1024;

/** Gets a file with its content. */
export const getFile = operation(FileServiceDefinition.getFile, async (request, call: Call<FilesDeps>) => {
  const { entry, size, data, commit_id, last_commit_id } = await findFile(call, request, MAX_BYTES);
  if (data === null) throw new ForgeError('too_large');
  const { content, content_sha256 } = await encodeContent(data);
  const metadata = {
    file_name: entry.name,
    file_path: entry.path,
    size,
    encoding: 'base64',
    content_sha256,
    ref: request.ref,
    blob_id: entry.id,
    commit_id,
    last_commit_id,
  };
  for (const [name, value] of fileHeaders(metadata)) call.setHeader(name, value);
  return { ...metadata, content };
});
