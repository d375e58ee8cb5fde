import { isGitError, type GitClient, type ListCommitsInput } from '@forgemesh/git-engine';
import { EXACT_TOTAL, pageInfo, pageOf } from '@forgemesh/data';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { CommitServiceDefinition, type ListCommitsRequest } from '@forgemesh/proto/repository/v1/commit';
import { presentCommit } from '../commit.entity';
import { locateRepository, resolveCommit, revisionOf } from '#commits';
import type { CommitsDeps } from '../deps';

type CommitQuery = Omit<ListCommitsInput, 'repo' | 'skip' | 'limit'>;
/** A query whose starts are commits. */
type ResolvedQuery = CommitQuery & { from: readonly string[] | 'all' };
type CommitPage = Awaited<ReturnType<GitClient['listCommits']>>;

/** Lists commits; empty for a ref that does not exist. */
export const listCommits = operation(CommitServiceDefinition.listCommits, async (request, call: Call<CommitsDeps>) => {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const { page, per_page, skip } = pageOf(request);
  const query = await queryOf(call, request);
  const found = query && (await findPage(git, { repo, ...query, skip, limit: per_page }));
  if (!found) {
    call.setPage(pageInfo({ page, per_page, total: 0, found: 0 }));
    return { commits: [] };
  }
  const total = await totalOf(call, resolvedQuery(query, found), found, skip);
  call.setPage(pageInfo({ page, per_page, total, found: found.commits.length + (found.has_more ? 1 : 0) }));
  if (!request.with_stats) return { commits: found.commits.map((commit) => presentCommit(commit)) };
  const stats = await git.diffStats({ repo, ids: found.commits.map(({ id }) => id) });
  return { commits: found.commits.map((commit, index) => presentCommit(commit, stats[index])) };
});

/** A page; null when the revision to start from does not resolve. */
async function findPage(git: GitClient, input: ListCommitsInput): Promise<CommitPage | null> {
  try {
    return await git.listCommits(input);
  } catch (error) {
    if (isGitError(error, 'ref_not_found')) return null;
    throw error;
  }
}

function resolvedQuery(query: CommitQuery, { start_id: start }: CommitPage): ResolvedQuery {
  const { from, ...rest } = query;
  if (from === 'all' || !('revision' in from)) return { ...rest, from };
  return { ...rest, from: start === null ? [] : [start] };
}

/** The query for a request; null when a ref of a range does not resolve. */
async function queryOf(call: Call<CommitsDeps>, request: Parameters<ListCommitsRequest>): Promise<CommitQuery | null> {
  const range = request.all ? ({ from: 'all' } as const) : await rangeOf(call, request.ref_name);
  if (!range) return null;
  return {
    ...range,
    ...(request.since && { since: Math.ceil(Date.parse(request.since) / 1000) }),
    ...(request.until && { until: Math.floor(Date.parse(request.until) / 1000) }),
    ...(request.path && { path: request.path }),
    ...(request.first_parent && { first_parent: true }),
  };
}

/**
 * Starts and exclusions of a range: `b`, `a..b` (b without a) or `a...b` (either without both). A
 * single revision is resolved by the call that lists its commits.
 */
async function rangeOf(
  call: Call<CommitsDeps>,
  revision: string | undefined,
): Promise<Pick<CommitQuery, 'from' | 'exclude'> | null> {
  const [, left, dots, right] = /^(.*?)(\.{2,3})(.*)$/s.exec(revision ?? '') ?? [];
  if (dots === undefined) return { from: { revision: revisionOf(call, revision) } };
  const [from, to] = await Promise.all([resolveCommit(call, left), resolveCommit(call, right)]);
  if (from === null || to === null) return null;
  if (dots === '..') return { from: [to], exclude: [from] };
  const { id } = await call.deps.git.mergeBase({ repo: locateRepository(call).repo, ids: [from, to] });
  return { from: [from, to], exclude: id === null ? [] : [id] };
}

/** Total number of commits, if it is known without reading every commit's files. */
async function totalOf(
  call: Call<CommitsDeps>,
  query: ResolvedQuery,
  found: CommitPage,
  skip: number,
): Promise<number | undefined> {
  if (!found.has_more && (found.commits.length > 0 || skip === 0)) return skip + found.commits.length;
  if (query.path !== undefined) return undefined;
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const { from, ...narrowing } = query;
  const cap = EXACT_TOTAL + 1;
  const isPlain = from !== 'all' && from.length === 1 && Object.keys(narrowing).length === 0;
  const { count } = isPlain
    ? await git.countCommits({ repo, tip: from[0] as string, cap })
    : await git.countMatchingCommits({ repo, ...query, cap });
  return count > EXACT_TOTAL ? undefined : count;
}
