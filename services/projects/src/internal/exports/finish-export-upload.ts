import { ExportUploadServiceDefinition } from '@forgemesh/proto/projects/v1/export_upload';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { completion } from '#import-export/exports';
import { jobChange } from '#jobs';
import { isWaitingForUpload } from './waiting-upload';
import type { InternalExportsDeps } from './deps';

/** Finishes an export after its upload. */
export const finishExportUpload = internalOperation(
  ExportUploadServiceDefinition.finishExportUpload,
  async (request, { deps }: Call<InternalExportsDeps>) => {
    await deps.exports.mutate(request.export_id, (projectExport) =>
      isWaitingForUpload(projectExport, request)
        ? jobChange(completion(projectExport), {}, ['job_due_at', 'job_run'])
        : null,
    );
    return {};
  },
);
