import { operation, type Call } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { CommitRefServiceDefinition } from '@forgemesh/proto/repository/v1/commit_ref';
import type { RefsContainingInput } from '@forgemesh/git-engine';
import { defaultBranchOf, locateRepository, resolveCommit } from '#commits';
import type { CommitsDeps } from '../deps';

/** Lists the branches and tags that contain a commit. */
export const listCommitRefs = operation(
  CommitRefServiceDefinition.listCommitRefs,
  async (request, call: Call<CommitsDeps>) => {
    const commitId = await resolveCommit(call, request.sha);
    if (commitId === null) throw new NotFoundError('Commit');
    const { page, per_page, skip } = pageOf(request);
    const { refs, total } = await call.deps.git.refsContaining({
      first_branch: await defaultBranchOf(call),
      repo: locateRepository(call).repo,
      commit_id: commitId,
      type: (request.type ?? 'all') as RefsContainingInput['type'],
      skip,
      limit: per_page,
    });
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    return { refs };
  },
);
