import { UploadServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { downloadOperation } from '#operation';
import { downloadFileReplica } from '../file-replica';

/** Delegated operation of projects: downloads the replica of an upload of a project. */
export const getUpload = downloadOperation(UploadServiceDefinition.getUpload, ({ secret, file_name }, call) =>
  downloadFileReplica(call.deps, 'upload', { id: call.resource('id').id, secret, file_name }),
);
