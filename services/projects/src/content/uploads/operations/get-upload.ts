import { NotFoundError } from '@forgemesh/errors';
import { safeHeaders } from '@forgemesh/http';
import { UploadServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import type { UploadDocument } from '../upload.model';
import type { UploadsDeps } from '../deps';

/** Downloads an attached file. Requires the right to read the project. */
export const getUpload = downloadOperation(
  UploadServiceDefinition.getUpload,
  async (request, call: Call<UploadsDeps>) => {
    const { uploads, uploadFiles } = call.deps;
    const { secret, file_name: fileName } = request;
    const upload = await uploads.model
      .findOne({ project_id: call.resource('id').id, secret, file_name: fileName })
      .lean<UploadDocument>();
    const file = upload && (await uploadFiles.open(upload.file));
    if (!file) throw new NotFoundError();
    const headers = {
      ...safeHeaders(fileName, file.size),
      // A stored file never changes.
      ETag: `W/"${upload.file}"`,
    };
    return { headers, content: file.content };
  },
);
