/** Lists commits by page, in the order of `git log`. */
import { GitError } from '../errors';
import { type Commit, readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import { findRevision } from '../refs/resolve-revision';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { allTips } from './walk/all-tips';
import { takeCommits } from './walk/walks';

export interface ListCommitsInput {
  repo: string;
  /**
   * Commit ids to start from, a revision as in `resolveRevision`, or `all` for every branch and
   * tag.
   */
  from: readonly string[] | { revision: string } | 'all';
  /** Commit ids whose history is excluded. */
  exclude?: readonly string[];
  /** Earliest and latest committer date, inclusive, in seconds since 1970. */
  since?: number;
  until?: number;
  first_parent?: boolean;
  /** Only commits that changed this file or folder. */
  path?: string;
  skip?: number;
  limit: number;
}

export interface CommitPage {
  commits: Commit[];
  /** Whether more commits follow. */
  has_more: boolean;
  /** The commit of a revision to start from; null without one. */
  start_id: string | null;
}

/**
 * A page of commits. Errors: `object_not_found` when a starting id is not a commit, `ref_not_found`
 * when a revision does not lead to one.
 */
export async function listCommits(context: GitContext, input: ListCommitsInput): Promise<CommitPage> {
  const repository = context.repository(input.repo);
  const { exclude, since, until, first_parent, path, skip = 0, limit } = input;
  if (limit < 0 || skip < 0) throw new GitError('invalid_argument', 'skip and limit must not be negative');
  const { from, startId } = await startsOf(repository, input.from);
  [...from, ...(exclude ?? [])].forEach(checkObjectId);
  const query = { from, exclude, since, until, first_parent, path };
  const { ids } = await takeCommits(repository, query, skip + limit + 1, context.signal);
  const commits = await Promise.all(ids.slice(skip, skip + limit).map((id) => readCommit(repository, id)));
  return { commits, has_more: ids.length > skip + limit, start_id: startId };
}

async function startsOf(
  repository: Repository,
  from: ListCommitsInput['from'],
): Promise<{ from: readonly string[]; startId: string | null }> {
  if (from === 'all') return { from: await allTips(repository), startId: null };
  if (!('revision' in from)) return { from, startId: null };
  const found = await findRevision(repository, from.revision);
  if (found === undefined) throw new GitError('ref_not_found', 'the revision was not found');
  return { from: [found.commit_id], startId: found.commit_id };
}
