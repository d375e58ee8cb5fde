import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { contentOf } from '#commits/commit-files/commit-content';
import { operation } from '#operation';
import { changeFile } from '../change-file';

/** Creates a file. */
export const createFile = operation(FileServiceDefinition.createFile, async (request, call) => {
  const { file_path, branch } = request;
  await changeFile(call, request, { action: 'create', file_path, content: await contentOf(request) });
  return { file_path, branch };
});
