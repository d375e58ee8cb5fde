import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { SubmoduleServiceDefinition } from '@forgemesh/proto/repository/v1/submodule';
import { locateRepository } from '#commits';
import { singleCommit } from '#commits/history';
import { changeFile } from '#content/files';
import type { SubmodulesDeps } from '../deps';

/** Points a submodule to another commit. */
export const updateSubmodule = operation(
  SubmoduleServiceDefinition.updateSubmodule,
  async (request, call: Call<SubmodulesDeps>) => {
    const { submodule, branch } = request;
    const sha = request.commit_sha.toLowerCase();
    if (!/^(?!0{40})[0-9a-f]{40}$/.test(sha)) throw new BadRequestError('Invalid parameters');
    const { repo } = locateRepository(call);
    if (!(await call.deps.git.getHead({ repo })).has_branches) throw new BadRequestError('The repository is empty');
    const id = await changeFile(
      call,
      { branch, commit_message: request.commit_message || `Update submodule ${submodule} with oid ${sha}` },
      { action: 'update_submodule', file_path: submodule, commit_sha: sha },
      { path_not_found: 'Invalid submodule path', invalid_path: 'Invalid submodule path' },
    );
    return singleCommit(call, id, { withStats: true });
  },
);
