import { NotFoundError } from '@forgemesh/errors';
import { ProjectExportServiceDefinition } from '@forgemesh/proto/projects/v1/project_export';
import { downloadOperation } from '../../operation';
import { downloadHeld } from '../held-file';

/**
 * On a secondary in the place of projects, while the primary is away: downloads the copy of the
 * archive of a project.
 */
export const downloadProjectExport = downloadOperation(
  ProjectExportServiceDefinition.downloadProjectExport,
  async (_request, call) => {
    if (!call.deps.settings.current().project_export_enabled) throw new NotFoundError();
    const { name, size, content } = await downloadHeld(call.deps, 'archive', { id: call.resource('id').id });
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
