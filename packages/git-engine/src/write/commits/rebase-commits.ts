/**
 * Rebases the commits of a branch onto another commit, one after the other. Written objects are
 * durable when the promise resolves, but no ref points at them yet.
 */
import { GitError } from '../../errors';
import { takeCommits } from '../../history/walk/walks';
import { type Commit, readCommit } from '../../objects/commit';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import type { Identity } from '../identity';
import { replayCommit } from './replay-commit';

export interface RebaseCommitsInput {
  repo: string;
  /** Newest of the commits. */
  head: string;
  /** The commit to rebase onto; its ancestors are left out. */
  onto: string;
  committer: Identity;
}

/** The newest of the new commits, or the reason for its absence. */
export type RebaseCommitsResult =
  { commit_id: string; failure: null } | { commit_id: null; failure: 'conflict' | 'too_many' };

/** Each commit may cost a git process. */
const maxCommits = 1_000;

/**
 * Authors and messages are kept. Like `git rebase`, it leaves out merges and commits that become
 * empty. `conflict` when a commit does not apply, `too_many` beyond a thousand.
 */
export async function rebaseCommits(
  context: GitContext,
  repository: Repository,
  { repo, head, onto, committer }: RebaseCommitsInput,
): Promise<RebaseCommitsResult> {
  [head, onto].forEach(checkObjectId);
  const query = { from: [head], exclude: [onto] };
  const { ids } = await takeCommits(repository, query, maxCommits + 1, context.signal);
  if (ids.length > maxCommits) return { commit_id: null, failure: 'too_many' };
  const commits = parentsFirst(await Promise.all(ids.map((id) => readCommit(repository, id))));
  let tip = onto;
  for (const { id, parent_ids: parents, message, author } of commits) {
    if (context.signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    if (parents.length > 1) continue;
    const { name, email, seconds, zone } = author;
    const written = await replayCommit(context, repository, {
      repo,
      commit_id: id,
      onto: tip,
      mode: 'pick',
      message,
      author: { name, email, time: seconds, zone },
      committer,
    });
    if (written.failure === 'conflict') return { commit_id: null, failure: 'conflict' };
    tip = written.commit_id ?? tip;
  }
  return { commit_id: tip, failure: null };
}

/** Dates may be wrong, so commits are sorted topologically, parents first. */
function parentsFirst(commits: readonly Commit[]): Commit[] {
  const pending = new Map(commits.map((commit) => [commit.id, commit]));
  const sorted: Commit[] = [];
  for (const commit of [...commits].reverse()) {
    const stack = [commit];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const missing = top.parent_ids.flatMap((id) => pending.get(id) ?? []).at(0);
      if (missing && missing !== top) {
        stack.push(missing);
        continue;
      }
      if (pending.delete(top.id)) sorted.push(top);
      stack.pop();
    }
  }
  return sorted;
}
