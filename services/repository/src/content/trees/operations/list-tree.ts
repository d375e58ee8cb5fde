import { operation, type Call } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { TreeServiceDefinition } from '@forgemesh/proto/repository/v1/tree';
import { locateRepository, resolveCommit } from '#commits';
import { isGitError } from '@forgemesh/git-engine';
import type { TreesDeps } from '../deps';

/** Lists a folder. */
export const listTree = operation(TreeServiceDefinition.listTree, async (request, call: Call<TreesDeps>) => {
  const { repo } = locateRepository(call);
  const { page, per_page, skip } = pageOf(request);
  const commitId = await resolveCommit(call, request.ref);
  if (commitId === null) throw new NotFoundError('Tree');
  const { path, recursive } = request;
  const query = { repo, commit_id: commitId, path, recursive, skip, limit: per_page };
  try {
    const { entries, total } = await call.deps.git.treeEntries(query);
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    return { entries };
  } catch (error) {
    if (isGitError(error, 'path_not_found') || isGitError(error, 'invalid_path')) throw new NotFoundError('Tree');
    throw error;
  }
});
