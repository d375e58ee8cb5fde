import { operation, type Call } from '@forgemesh/rpc';
import { createHash } from 'node:crypto';
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import { FileBlameServiceDefinition } from '@forgemesh/proto/repository/v1/file_blame';
import { presentCommit } from '#commits/history';
import { READ_AT_ONCE_BYTES } from '#content/blobs';
import { isGitError, type BlameRange } from '@forgemesh/git-engine';
import { fileHeaders, findFile } from '../find-file';
import type { FilesDeps } from '../deps';

/** Lists the lines of a file grouped by the commits that wrote them. */
export const getFileBlame = operation(
  FileBlameServiceDefinition.getFileBlame,
  async (request, call: Call<FilesDeps>) => {
    const { repo, entry, size, data, commit_id, last_commit_id } = await findFile(call, request, READ_AT_ONCE_BYTES);
    const metadata = {
      file_name: entry.name,
      file_path: entry.path,
      size,
      encoding: 'base64',
      ...(data && { content_sha256: createHash('sha256').update(data).digest('hex') }),
      ref: request.ref,
      blob_id: entry.id,
      commit_id,
      last_commit_id,
    };
    for (const [name, value] of fileHeaders(metadata)) call.setHeader(name, value);
    try {
      const ranges = await call.deps.git.blame({ repo, commit_id, path: entry.path });
      return { ranges: ranges.map(presentRange) };
    } catch (error) {
      if (isGitError(error, 'path_not_found')) throw new NotFoundError('File');
      if (isGitError(error, 'limit_exceeded')) throw new ForgeError('too_large');
      throw error;
    }
  },
);

function presentRange({ commit, previous, lines }: BlameRange) {
  const { short_id: _short, created_at: _created, title: _title, ...shown } = presentCommit(commit);
  return { commit: shown, lines, previous };
}
