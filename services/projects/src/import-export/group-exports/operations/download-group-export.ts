import { ForgeError } from '@forgemesh/errors';
import { GroupExportServiceDefinition } from '@forgemesh/proto/projects/v1/group_export';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { assertWithinRateLimit, type RateLimit } from '#access/limits';
import type { GroupExportDocument } from '../group-export.model';
import type { GroupExportsDeps } from '../deps';

const limit: RateLimit = { name: 'group_download_export', maxCalls: 10, spanMs: 10 * 60_000 };

/** Downloads the archive of a group. */
export const downloadGroupExport = downloadOperation(
  GroupExportServiceDefinition.downloadGroupExport,
  async (_request, call: Call<GroupExportsDeps>) => {
    const { deps, principal } = call;
    const { id: groupId } = call.resource('id');
    await assertWithinRateLimit(deps, limit, { userId: principal.id, scopeId: groupId });
    const filter = { group_id: groupId, status: 'finished' as const, expires_at: { $gt: new Date() } };
    const found = await deps.groupExports.model.findOne(filter).lean<GroupExportDocument>();
    const file = found?.file ? await deps.groupExportFiles.open(found.file) : null;
    if (!file) throw new ForgeError('not_found', '404 Not found or has expired');
    await deps.record(
      { type: 'projects.group_export.downloaded', actor: principal.id },
      { subject: found?._id ?? 0, entity: { group_id: groupId } },
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
