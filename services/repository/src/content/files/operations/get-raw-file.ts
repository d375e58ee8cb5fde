import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { downloadOperation } from '#operation';
import { downloadRawFile } from '../download-raw-file';

/** Downloads a file. */
export const getRawFile = downloadOperation(FileServiceDefinition.getRawFile, (request, call) =>
  downloadRawFile(call, request),
);
