import { downloadOperation, type Call } from '@forgemesh/rpc';
import { UploadServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { downloadFileReplica } from '../file-replica';
import type { FilesDeps } from '../deps';

/** Delegated operation of projects: downloads the replica of an upload of a project. */
export const getUpload = downloadOperation(
  UploadServiceDefinition.getUpload,
  ({ secret, file_name }, call: Call<FilesDeps>) =>
    downloadFileReplica(call.deps, 'upload', { id: call.resource('id').id, secret, file_name }),
);
