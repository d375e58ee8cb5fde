import { listPage } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { CommitStatusServiceDefinition } from '@forgemesh/proto/repository/v1/commit_status';
import { defaultBranchOf, resolveCommit } from '#commits';
import { presentCommitStatuses } from '#ci/pipelines';
import type { CommitStatusesDeps } from '../deps';

/** Lists the statuses of a commit, oldest first. */
export const listCommitStatuses = operation(
  CommitStatusServiceDefinition.listCommitStatuses,
  async (request, call: Call<CommitStatusesDeps>) => {
    const sha = await resolveCommit(call, request.sha);
    if (sha === null) throw new NotFoundError('Commit');
    const { stage, name, all } = request;
    const ref = request.ref || (await defaultRef(call, sha));
    const statuses = await listPage(call, {
      model: call.deps.commitStatuses.model,
      filter: {
        project_id: call.resource().id,
        sha,
        ...(ref && { ref }),
        ...(stage && { stage }),
        ...(name && { name }),
        ...(!all && { is_latest: true }),
      },
      sort: { _id: 1 },
      request,
    });
    return { statuses: await presentCommitStatuses(call.deps, statuses) };
  },
);

/**
 * The default branch; undefined when the commit has no status for it, because clients request
 * commits of other branches without naming them.
 */
async function defaultRef(call: Call<CommitStatusesDeps>, sha: string): Promise<string | undefined> {
  const ref = await defaultBranchOf(call);
  const project_id = call.resource().id;
  return (await call.deps.commitStatuses.model.exists({ project_id, sha, ref })) ? ref : undefined;
}
