import { NotFoundError } from '@forgemesh/kit';
import { CommitLineServiceService } from '@forgemesh/proto/repository/v1/commit_line';
import { internalOperation } from '../operation';
import { changesLine } from './changed-line';
import { locateRepository, resolveCommit } from './resolve-commit';

/** Finds a commit, and a line that it changes against its first parent. */
export const findCommitLine = internalOperation(CommitLineServiceService.findCommitLine, async (request, call) => {
  const id = await resolveCommit(call, request.sha);
  if (id === null) throw new NotFoundError('Commit');
  if (request.path === undefined) return { commit_id: id, has_line: false };
  const { files } = await call.deps.git.commitDiff({ repo: locateRepository(call).repo, commit_id: id });
  const file = files.find(({ new_path: path }) => path === request.path);
  return { commit_id: id, has_line: file !== undefined && changesLine(file.diff, request) };
});
