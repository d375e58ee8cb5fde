import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TreeServiceDefinition } from '@forgemesh/proto/repository/v1/tree';
import { locateRepository, resolveCommit } from '#commits';
import type { TreesDeps } from '../deps';

/** Lists the paths of all files of a commit. */
export const listFilePaths = operation(TreeServiceDefinition.listFilePaths, async (request, call: Call<TreesDeps>) => {
  const { repo } = locateRepository(call);
  const commitId = await resolveCommit(call, request.ref);
  if (commitId === null) throw new NotFoundError('Tree');
  const { paths, is_truncated } = await call.deps.git.filePaths({ repo, commit_id: commitId });
  return { commit_id: commitId, paths: [...paths], is_truncated };
});
