import { NotFoundError } from '@forgemesh/errors';
import { ArchiveServiceDefinition } from '@forgemesh/proto/repository/v1/archive';
import { defaultBranchOf, locateRepository, resolveCommit } from '../../../commits/commits/resolve-commit';
import type { ArchiveFormat } from '@forgemesh/git-engine';
import { downloadOperation } from '../../../operation';
import { startDownload } from '../../start-download';

/** Format names accepted from clients and their formats. */
const formats: Record<string, ArchiveFormat> = {
  'tar.gz': 'tar.gz',
  'tar.bz2': 'tar.bz2',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
  tar: 'tar',
  zip: 'zip',
};

const contentTypes: Record<ArchiveFormat, string> = {
  'tar.gz': 'application/gzip',
  'tar.bz2': 'application/x-bzip2',
  tar: 'application/x-tar',
  zip: 'application/zip',
};

/** Downloads all files of a commit; the file name contains project, ref and commit. */
export const getArchive = downloadOperation(ArchiveServiceDefinition.getArchive, async (request, call) => {
  const format = formats[request.format ?? 'tar.gz'];
  const commitId = await resolveCommit(call, request.sha);
  if (!format || commitId === null) throw new NotFoundError('File');
  const ref = request.sha || (await defaultBranchOf(call));
  const name = nameOf([call.resource().path, ref, ...(ref === commitId ? [] : [commitId])]);
  const input = {
    repo: locateRepository(call).repo,
    commit_id: commitId,
    format,
    prefix: name,
    caller: call.caller,
  };
  const { stream } = call.deps.transportGit.streamArchive(input, { signal: call.signal });
  return {
    headers: {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
      'Content-Transfer-Encoding': 'binary',
      // The name contains the commit.
      ETag: `W/"${name}.${format}"`,
    },
    content: await startDownload(stream),
  };
});

/** A name that is safe as a folder and in a header: without path separators and quotes. */
function nameOf(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[^A-Za-z0-9._-]/g, '-')).join('-');
}
