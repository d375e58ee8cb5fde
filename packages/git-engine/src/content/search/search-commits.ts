/** Searches commit messages for a string, using one git process. */
import { LaneQueue } from '../../diff/lane-queue';
import { GitError } from '../../errors';
import { type Commit, readCommit } from '../../objects/commit';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import { MAX_RESULTS } from './search-files';

export interface SearchCommitsInput {
  repo: string;
  /** Commit to start from. */
  tip: string;
  /** Literal string, case-insensitive. */
  text: string;
  skip: number;
  limit: number;
}

/** Concurrent searches per repository. */
const LANES = 2;

/**
 * A page of the commits whose message has a line with the string, newest first, and the number of
 * matches up to the limit.
 */
export async function searchCommits(
  context: GitContext,
  { repo, tip, text, skip, limit }: SearchCommitsInput,
): Promise<{ commits: Commit[]; total: number }> {
  checkObjectId(tip);
  // git would treat each line of a pattern as a separate pattern.
  if (text === '' || /[\n\0]/.test(text)) return { commits: [], total: 0 };
  const repository = context.repository(repo);
  const queue = repository.slot('search-commits', () => new LaneQueue(LANES));
  const args = ['rev-list', '-i', '--fixed-strings', `--grep=${text}`, `--max-count=${MAX_RESULTS}`, tip];
  const { code, stdout, stderr } = await queue.run(() => repository.run({ args, signal: context.signal }));
  if (code !== 0) throw new GitError('git_failed', `git rev-list: ${stderr.trim()}`);
  const ids = stdout.toString('latin1').split('\n').filter(Boolean);
  const page = ids.slice(skip, skip + limit);
  return { commits: await Promise.all(page.map((id) => readCommit(repository, id))), total: ids.length };
}
