import { BadRequestError, NotFoundError, type Call } from '@forgemesh/kit';
import { ComparisonServiceService } from '@forgemesh/proto/repository/v1/comparison';
import { presentCommit } from '../commits/commit.entity';
import { presentDiffEntry } from '../commits/diff.entity';
import { locateRepository, resolveCommit } from '../commits/resolve-commit';
import { shownPatches } from '../commits/shown-patches';
import { isInForkNetwork } from '../commits/fork-network';
import { operation } from '../operation';
import type { Repositories } from '../service';

const FROM_PROJECT = 'from_project_id';

/** Compares two revisions. */
export const compareRevisions = operation(ComparisonServiceService.compareRevisions, async (request, call) => {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const isAcross = await startsInFork(call);
  const [from, to] = await Promise.all([
    resolveCommit(call, request.from, isAcross ? FROM_PROJECT : 'id'),
    resolveCommit(call, request.to),
  ]);
  if (from === null || to === null) throw new NotFoundError('Ref');
  const comparison = { repo, from, to, straight: request.straight === true, limits: shownPatches(call.deps) };
  const { commits, diff } = isAcross
    ? await git.compareAcross({ ...comparison, from_repo: locateRepository(call, FROM_PROJECT).repo })
    : await git.compare(comparison);
  const presented = commits.map((commit) => presentCommit(commit)).reverse();
  return {
    commit: presented.at(-1) ?? null,
    commits: presented,
    diffs: diff.files.map(presentDiffEntry),
    compare_timeout: diff.overflow,
    compare_same_ref: from === to,
  };
});

/** Whether `from` is of another project. Throws BadRequestError for one that is not related. */
async function startsInFork(call: Call<Repositories>): Promise<boolean> {
  const { id } = call.resource();
  const other = call.optionalResource(FROM_PROJECT);
  if (!other || other.id === id) return false;
  if (await isInForkNetwork(call, other.id)) return true;
  throw new BadRequestError(`Target project id:${other.id} is not a fork of project id:${id}`);
}
