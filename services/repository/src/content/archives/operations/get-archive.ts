import { downloadOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ArchiveServiceDefinition } from '@forgemesh/proto/repository/v1/archive';
import { defaultBranchOf, resolveCommit } from '#commits';
import { archiveFormatOf, archiveNameOf, downloadArchiveOf } from '../download-archive-of';
import type { ArchivesDeps } from '../deps';

/** Downloads all files of a commit; the file name contains project, ref and commit. */
export const getArchive = downloadOperation(
  ArchiveServiceDefinition.getArchive,
  async (request, call: Call<ArchivesDeps>) => {
    const format = archiveFormatOf(request.format ?? 'tar.gz');
    const commitId = await resolveCommit(call, request.sha);
    if (commitId === null) throw new NotFoundError('File');
    const ref = request.sha || (await defaultBranchOf(call));
    const name = archiveNameOf([call.resource().path, ref, ...(ref === commitId ? [] : [commitId])]);
    return downloadArchiveOf(call, { commitId, format, name });
  },
);
