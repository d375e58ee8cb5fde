import { downloadOperation, type Call } from '@forgemesh/rpc';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { downloadRawFile } from '../download-raw-file';
import type { FilesDeps } from '../deps';

/** Downloads a file. */
export const getRawFile = downloadOperation(FileServiceDefinition.getRawFile, (request, call: Call<FilesDeps>) =>
  downloadRawFile(call, request),
);
