import { downloadOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProjectExportServiceDefinition } from '@forgemesh/proto/projects/v1/project_export';
import { downloadFileReplica } from '../file-replica';
import type { FilesDeps } from '../deps';

/**
 * Delegated operation of projects, while the primary is unreachable: downloads the replica of the
 * export archive of a project.
 */
export const downloadProjectExport = downloadOperation(
  ProjectExportServiceDefinition.downloadProjectExport,
  async (_request, call: Call<FilesDeps>) => {
    if (!call.deps.settings.current().project_export_enabled) throw new NotFoundError();
    const { name, size, content } = await downloadFileReplica(call.deps, 'archive', { id: call.resource('id').id });
    return {
      headers: {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Content-Length': String(size),
        'Cache-Control': 'private',
      },
      content,
    };
  },
);
