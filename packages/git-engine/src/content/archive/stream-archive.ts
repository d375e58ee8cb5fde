/** Streams the files of a commit as an archive, from one git process. */
import type { Caller } from '@forgemesh/admission';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Pipe } from '../../worker/pipe';
import { streamProcess } from '../../worker/stream-process';

export const archiveFormats = ['tar.gz', 'tar.bz2', 'tar', 'zip'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

export interface StreamArchiveInput {
  repo: string;
  commit_id: string;
  format: ArchiveFormat;
  /** Folder in the archive that contains all files, without trailing slash. */
  prefix: string;
  /** Folder or file of the commit to archive; everything by default. */
  path?: string;
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

/**
 * Writes the archive to the pipe. Errors: `git_failed` when git exits with an error, and those of
 * downloads. Each archive occupies one processor.
 */
export async function streamArchive(
  context: GitContext,
  { repo, commit_id, format, prefix, path, caller }: StreamArchiveInput,
  pipe: Pipe,
): Promise<null> {
  const archive = {
    repo,
    caller,
    kind: 'archive' as const,
    args: [
      'archive',
      `--format=${format}`,
      `--prefix=${prefix}/`,
      checkObjectId(commit_id),
      ...(path === undefined ? [] : ['--', path]),
    ],
    config: [
      ['tar.tar.gz.command', 'gzip -cn'],
      ['tar.tar.bz2.command', 'bzip2 -c'],
    ] satisfies [string, string][],
  };
  return streamProcess(context, archive, pipe);
}
