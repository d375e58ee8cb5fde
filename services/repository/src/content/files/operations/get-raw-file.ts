import { downloadOperation, type Call } from '@forgemesh/rpc';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { downloadRawFile } from '../download-raw-file';
import { findLargeFile } from '../find-large-file';
import type { FilesDeps } from '../deps';

/** Downloads a file, or on request the large file that it stands for. */
export const getRawFile = downloadOperation(
  FileServiceDefinition.getRawFile,
  async (request, call: Call<FilesDeps>) =>
    (request.lfs ? await findLargeFile(call, request) : null) ?? downloadRawFile(call, request),
);
