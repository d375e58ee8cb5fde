import { ForgeError } from '@forgemesh/errors';
import { ProjectExportServiceDefinition } from '@forgemesh/proto/projects/v1/project_export';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { assertWithinRateLimit, type RateLimit } from '#access/limits';
import { findExportedProject } from '../exported-project';
import { isExpired } from '../export.entity';
import type { ExportDocument } from '../export.model';
import type { ExportsDeps } from '../deps';

const limit: RateLimit = { name: 'project_download_export', maxCalls: 10, spanMs: 10 * 60_000 };

/** Downloads the archive of a project. */
export const downloadProjectExport = downloadOperation(
  ProjectExportServiceDefinition.downloadProjectExport,
  async (_request, call: Call<ExportsDeps>) => {
    const { deps, principal } = call;
    const { _id: projectId } = await findExportedProject(call, call.resource('id').id);
    await assertWithinRateLimit(deps, limit, { userId: principal.id, projectId });
    const found = await deps.exports.model.findOne({ project_id: projectId }).lean<ExportDocument>();
    const isAvailable = found?.status === 'finished' && found.file !== null && !isExpired(found);
    const file = isAvailable ? await deps.exportFiles.open(found.file as string) : null;
    if (!file) throw new ForgeError('not_found', '404 Not found or has expired');
    await deps.record(
      { type: 'projects.export.downloaded', actor: principal.id },
      { subject: found?._id ?? 0, entity: { project_id: projectId } },
    );
    return {
      headers: {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="${found?.file_name}"`,
        'Content-Length': String(file.size),
        'Cache-Control': 'private',
        ETag: `W/"${found?.file}"`,
      },
      content: file.content,
    };
  },
);
