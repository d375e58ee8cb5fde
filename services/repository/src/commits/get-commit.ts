import { NotFoundError } from '@forgemesh/kit';
import { CommitServiceService } from '@forgemesh/proto/repository/v1/commit';
import { operation } from '../operation';
import { presentSingleCommit } from './commit.entity';
import { locateRepository, resolveCommit } from './resolve-commit';

/** Gets a commit by its id or by the name of a ref. */
export const getCommit = operation(CommitServiceService.getCommit, async (request, call) => {
  const { git } = call.deps;
  const location = locateRepository(call);
  const { repo } = location;
  const id = await resolveCommit(call, request.sha);
  if (id === null) throw new NotFoundError('Commit');
  const withStats = request.stats !== false;
  const [commit, stats] = await Promise.all([
    git.getCommit({ repo, id }),
    withStats ? git.diffStats({ repo, ids: [id] }) : undefined,
  ]);
  return presentSingleCommit(commit, location.project_id, stats?.[0]);
});
