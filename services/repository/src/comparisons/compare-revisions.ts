import { NotFoundError } from '@forgemesh/kit';
import { ComparisonServiceService } from '@forgemesh/proto/repository/v1/comparison';
import { presentCommit } from '../commits/commit.entity';
import { presentDiffEntry } from '../commits/diff.entity';
import { locateRepository, resolveCommit } from '../commits/resolve-commit';
import { operation } from '../operation';

/** Compares two revisions. */
export const compareRevisions = operation(ComparisonServiceService.compareRevisions, async (request, call) => {
  const { repo } = locateRepository(call);
  const [from, to] = await Promise.all([resolveCommit(call, request.from), resolveCommit(call, request.to)]);
  if (from === null || to === null) throw new NotFoundError('Ref');
  const { commits, diff } = await call.deps.git.compare({ repo, from, to, straight: request.straight === true });
  const presented = commits.map((commit) => presentCommit(commit)).reverse();
  return {
    commit: presented.at(-1) ?? null,
    commits: presented,
    diffs: diff.files.map(presentDiffEntry),
    compare_timeout: diff.overflow,
    compare_same_ref: from === to,
  };
});
