import { operation, type Call } from '@forgemesh/rpc';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { contentOf } from '#commits/commit-files';
import { changeFile } from '../change-file';
import type { FilesDeps } from '../deps';

/** Replaces the content of a file. */
export const updateFile = operation(FileServiceDefinition.updateFile, async (request, call: Call<FilesDeps>) => {
  const { file_path, branch, last_commit_id } = request;
  const content = (await contentOf(request)) ?? Buffer.alloc(0);
  await changeFile(
    call,
    request,
    { action: 'update', file_path, content, last_commit_id },
    {
      conflict: 'You are attempting to update a file that has changed since you started editing it.',
    },
  );
  return { file_path, branch };
});
