import { MAX_POINTER_BYTES, parsePointer } from '@forgemesh/git-engine';
import type { Call, Download } from '@forgemesh/rpc';
import { openLinkedObject } from '#content/lfs';
import { findFile } from './find-file';
import type { FilesDeps } from './deps';

/**
 * Finds the content of a large file (Git LFS) by the pointer in the repository; null if the file is
 * no pointer, or the project does not have its content.
 */
export async function findLargeFile(
  call: Call<FilesDeps>,
  request: { file_path: string; ref: string },
): Promise<Download | null> {
  const { features } = call.resource();
  if (features['lfs'] === 'disabled') return null;
  const { data } = await findFile(call, request, MAX_POINTER_BYTES);
  const pointer = data ? parsePointer(data) : null;
  const opened = pointer && (await openLinkedObject(call.deps, call.resource().id, pointer.oid));
  if (!pointer || !opened) return null;
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(opened.size),
    'Content-Disposition': 'attachment',
    ETag: `"${pointer.oid}"`,
  };
  return { headers, content: opened.content };
}
