import { UploadServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { downloadOperation } from '../../operation';
import { downloadHeld } from '../held-file';

/**
 * On a secondary in the place of projects: downloads the copy of a file that is attached to a
 * project.
 */
export const getUpload = downloadOperation(UploadServiceDefinition.getUpload, ({ secret, file_name }, call) =>
  downloadHeld(call.deps, 'upload', { id: call.resource('id').id, secret, file_name }),
);
