/** Archives of commits as downloads. */
import { createHash } from 'node:crypto';
import { NotFoundError } from '@forgemesh/errors';
import type { ArchiveFormat } from '@forgemesh/git-engine';
import type { Call, Download } from '@forgemesh/rpc';
import { locateRepository } from '#commits';
import { startDownload } from '#content';
import type { ArchivesDeps } from './deps';

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

/** What to archive. */
export interface ArchiveRequest {
  commitId: string;
  format: ArchiveFormat;
  /** Name of the folder in the archive, and of the file without its extension. */
  name: string;
  /** Folder or file of the commit; everything by default. */
  path?: string | undefined;
}

/** The format of a name that a client sent. 404 for an unknown one. */
export function archiveFormatOf(name: string): ArchiveFormat {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format) throw new NotFoundError('File');
  return format;
}

/** Archives a commit. */
export async function downloadArchiveOf(
  call: Call<ArchivesDeps>,
  { commitId, format, name, path }: ArchiveRequest,
): Promise<Download> {
  const input = {
    repo: locateRepository(call).repo,
    commit_id: commitId,
    format,
    prefix: name,
    caller: call.caller,
    ...(path !== undefined && { path }),
  };
  const { stream } = call.deps.transportGit.streamArchive(input, { signal: call.signal });
  return {
    headers: {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
      'Content-Transfer-Encoding': 'binary',
      ETag: etagOf({ commitId, format, name, path }),
    },
    content: await startDownload(stream),
  };
}

/** The same archive has the same tag. */
function etagOf({ commitId, format, name, path = '' }: ArchiveRequest): string {
  const digest = createHash('sha256').update(JSON.stringify([commitId, format, name, path]));
  return `W/"${digest.digest('base64url')}"`;
}

/** A name that is safe as a folder and in a header: without path separators and quotes. */
export function archiveNameOf(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[^A-Za-z0-9._-]/g, '-')).join('-');
}
