import { NotFoundError } from '@forgemesh/errors';
import { ExportUploadServiceDefinition } from '@forgemesh/proto/projects/v1/export_upload';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { openWaitingUpload } from './waiting-upload';
import type { InternalExportsDeps } from './deps';

/** Gets the target of the upload of an archive. */
export const getExportUpload = internalOperation(
  ExportUploadServiceDefinition.getExportUpload,
  async (request, { deps }: Call<InternalExportsDeps>) => {
    const { projectExport, archive } = await openWaitingUpload(deps, request);
    archive.content.destroy();
    const { upload_url: url, upload_method: method } = projectExport;
    if (url === null) throw new NotFoundError('Upload');
    return { url: deps.exportBox.open(url), method, size: archive.size };
  },
);
