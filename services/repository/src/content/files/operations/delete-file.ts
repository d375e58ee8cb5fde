import { operation, type Call } from '@forgemesh/rpc';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { changeFile } from '../change-file';
import type { FilesDeps } from '../deps';

/** Deletes a file. */
export const deleteFile = operation(FileServiceDefinition.deleteFile, async (request, call: Call<FilesDeps>) => {
  const { file_path, last_commit_id } = request;
  await changeFile(
    call,
    request,
    { action: 'delete', file_path, last_commit_id },
    {
      conflict: 'You are attempting to delete a file that has been previously updated.',
    },
  );
  return {};
});
