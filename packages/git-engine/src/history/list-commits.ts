/** Lists commits by page, in the order of `git log`. */
import { GitError } from '../errors';
import { type Commit, readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { allTips } from './walk/all-tips';
import { takeCommits } from './walk/walks';

export interface ListCommitsInput {
  repo: string;
  /** Commit ids to start from, or `all` for every branch and tag. */
  from: readonly string[] | 'all';
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
}

/** A page of commits. Errors: `object_not_found` when a starting id is not a commit. */
export async function listCommits(context: GitContext, input: ListCommitsInput): Promise<CommitPage> {
  const repository = context.repository(input.repo);
  const { exclude, since, until, first_parent, path, skip = 0, limit } = input;
  if (limit < 0 || skip < 0) throw new GitError('invalid_argument', 'skip and limit must not be negative');
  const from = input.from === 'all' ? await allTips(repository) : input.from;
  [...from, ...(exclude ?? [])].forEach(checkObjectId);
  const query = { from, exclude, since, until, first_parent, path };
  const { ids } = await takeCommits(repository, query, skip + limit + 1, context.signal);
  const commits = await Promise.all(ids.slice(skip, skip + limit).map((id) => readCommit(repository, id)));
  return { commits, has_more: ids.length > skip + limit };
}
