import { operation, type Call } from '@forgemesh/rpc';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { contentOf } from '#commits/commit-files';
import { changeFile } from '../change-file';
import type { FilesDeps } from '../deps';

/** Creates a file. */
export const createFile = operation(FileServiceDefinition.createFile, async (request, call: Call<FilesDeps>) => {
  const { file_path, branch } = request;
  await changeFile(call, request, { action: 'create', file_path, content: await contentOf(request) });
  return { file_path, branch };
});
