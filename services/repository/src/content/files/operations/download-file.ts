import { downloadOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import { FileServiceDefinition } from '@forgemesh/proto/repository/v1/file';
import { locateRepository } from '#commits';
import { downloadRawFile } from '../download-raw-file';
import type { FilesDeps } from '../deps';

/** Downloads a file at the address of its page. */
export const downloadFile = downloadOperation(
  FileServiceDefinition.downloadFile,
  async ({ address }, call: Call<FilesDeps>) => {
    const { repo } = locateRepository(call);
    try {
      const { revision, path } = await call.deps.git.splitAddress({ repo, address });
      return await downloadRawFile(call, { ref: revision, file_path: path });
    } catch (error) {
      if (isGitError(error, 'ref_not_found')) throw new NotFoundError('Commit');
      throw error;
    }
  },
);
