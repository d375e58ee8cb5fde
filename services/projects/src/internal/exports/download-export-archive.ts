import { ExportUploadServiceDefinition } from '@forgemesh/proto/projects/v1/export_upload';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { openWaitingUpload } from './waiting-upload';
import type { InternalExportsDeps } from './deps';

/** Downloads an archive that is to be uploaded. */
export const downloadExportArchive = downloadOperation(
  ExportUploadServiceDefinition.downloadExportArchive,
  async ({ export_id = 0, file = '' }, { deps }: Call<InternalExportsDeps>) => {
    const { archive } = await openWaitingUpload(deps, { export_id, file });
    return { headers: {}, content: archive.content };
  },
);
