import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { ComparisonServiceDefinition, type CompareRevisionsRequest } from '@forgemesh/proto/repository/v1/comparison';
import { isInForkNetwork, patchLimits, presentCommit, presentDiffEntry } from '#commits/history';
import { findCommitId, locateRepository, resolveCommit, revisionOf } from '#commits';
import { withRepository } from '#storage/peer-storages';
import { repositoryKey, type RepositoryKey } from '#storage';
import type { ComparisonsDeps } from '../deps';

const FROM_PROJECT = 'from_project_id';

/** Compares two revisions. */
export const compareRevisions = operation(
  ComparisonServiceDefinition.compareRevisions,
  async (request, call: Call<ComparisonsDeps>) => {
    const start = await findForkStart(call);
    if (!start) return compare(call, request);
    const reference = locateRepository(call);
    return withRepository(call.deps, start, { reference, signal: call.signal }, (repo) => compare(call, request, repo));
  },
);

/**
 * Compares; `from_repo` is the repository of the first revision if it belongs to another project.
 */
async function compare(call: Call<ComparisonsDeps>, request: Parameters<CompareRevisionsRequest>, from_repo?: string) {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const [from, to] = await Promise.all([
    from_repo === undefined
      ? resolveCommit(call, request.from)
      : findCommitId(call.deps, from_repo, revisionOf(call, request.from, FROM_PROJECT)),
    resolveCommit(call, request.to),
  ]);
  if (from === null || to === null) throw new NotFoundError('Ref');
  const comparison = { repo, from, to, straight: request.straight === true, limits: patchLimits(call.deps) };
  const { commits, diff } =
    from_repo === undefined ? await git.compare(comparison) : await git.compareAcross({ ...comparison, from_repo });
  const presented = commits.map((commit) => presentCommit(commit)).reverse();
  return {
    commit: presented.at(-1) ?? null,
    commits: presented,
    diffs: diff.files.map(presentDiffEntry),
    compare_timeout: diff.overflow,
    compare_same_ref: from === to,
  };
}

/**
 * The project of `from` if it is another one, else undefined. Throws BadRequestError for an
 * unrelated project.
 */
async function findForkStart(call: Call<ComparisonsDeps>): Promise<RepositoryKey | undefined> {
  const { id } = call.resource();
  const other = call.optionalResource(FROM_PROJECT);
  if (!other || other.id === id) return undefined;
  if (await isInForkNetwork(call, other.id)) return repositoryKey(other.id, other.storage);
  throw new BadRequestError(`Target project id:${other.id} is not a fork of project id:${id}`);
}
