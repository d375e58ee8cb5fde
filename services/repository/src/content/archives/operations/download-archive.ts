import { NotFoundError } from '@forgemesh/errors';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { isGitError } from '@forgemesh/git-engine';
import { ArchiveServiceDefinition } from '@forgemesh/proto/repository/v1/archive';
import { locateRepository, resolveCommit } from '#commits';
import { archiveFormatOf, archiveNameOf, downloadArchiveOf } from '../download-archive-of';
import type { ArchivesDeps } from '../deps';

const extension = /\.(tar(?:\.gz|\.bz2)?|tbz2?|tb2|bz2|zip)$/;

/** Downloads the files of a commit at the address that pages show. */
export const downloadArchive = downloadOperation(
  ArchiveServiceDefinition.downloadArchive,
  async (request, call: Call<ArchivesDeps>) => {
    const [, formatName = ''] = extension.exec(request.address) ?? [];
    const format = archiveFormatOf(formatName);
    const address = request.address.slice(0, -formatName.length - 1);
    const { ref, fileName } = await splitArchiveAddress(call, address);
    if (ref === '') throw new NotFoundError('File');
    const commitId = await resolveCommit(call, ref);
    if (commitId === null) throw new NotFoundError('File');
    const path = request.path ? await findArchivedPath(call, commitId, request.path) : undefined;
    // An address that names project and ref is the name of the archive.
    const short = archiveNameOf([call.resource().path, ref]);
    const isExact = ref === commitId || fileName === short;
    const name = archiveNameOf([short, ...(isExact ? [] : [commitId]), ...(path === undefined ? [] : [path])]);
    return downloadArchiveOf(call, { commitId, format, name, path });
  },
);

/** Splits `feature/x/project-feature-x`, or takes all of `feature/x` as the ref. */
async function splitArchiveAddress(
  call: Call<ArchivesDeps>,
  address: string,
): Promise<{ ref: string; fileName: string }> {
  const slash = address.lastIndexOf('/');
  if (slash < 0 || (await resolveCommit(call, address)) !== null) return { ref: address, fileName: '' };
  return { ref: address.slice(0, slash), fileName: address.slice(slash + 1) };
}

/** The path as git names it. Without it, git would end with an error that explains nothing. */
async function findArchivedPath(call: Call<ArchivesDeps>, commitId: string, path: string): Promise<string | undefined> {
  try {
    const entry = await call.deps.git.treeEntry({ repo: locateRepository(call).repo, commit_id: commitId, path });
    return entry.path || undefined;
  } catch (error) {
    if (isGitError(error, 'path_not_found') || isGitError(error, 'invalid_path')) throw new NotFoundError('File');
    throw error;
  }
}
