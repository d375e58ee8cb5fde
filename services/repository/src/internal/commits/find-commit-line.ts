import { NotFoundError } from '@forgemesh/errors';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { CommitLineServiceDefinition, type FindCommitLineRequest } from '@forgemesh/proto/repository/v1/commit_line';
import { changesLine, titleOf } from '#commits/history';
import { locateRepository, resolveCommit, type RevisionDeps } from '#commits';

/** Finds a commit with its first parent, and whether the commit changes a given line. */
export const findCommitLine = internalOperation(
  CommitLineServiceDefinition.findCommitLine,
  async (request, call: Call<RevisionDeps>) => {
    const id = await resolveCommit(call, request.sha);
    if (id === null) throw new NotFoundError('Commit');
    const [commit] = await call.deps.git.getCommits({ repo: locateRepository(call).repo, ids: [id] });
    return {
      commit_id: id,
      parent_id: commit?.parent_ids[0],
      has_line: await hasLine(call, id, request),
      title: commit ? titleOf(commit.message) : '',
      author_email: commit?.author.email ?? '',
    };
  },
);

async function hasLine(call: Call<RevisionDeps>, id: string, request: FindCommitLineRequest): Promise<boolean> {
  if (request.path === undefined) return false;
  const { files } = await call.deps.git.commitDiff({ repo: locateRepository(call).repo, commit_id: id });
  const file = files.find(({ new_path: path }) => path === request.path);
  return file !== undefined && changesLine(file.diff, request);
}
