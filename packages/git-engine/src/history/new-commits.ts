/**
 * Finds the commits that a push or an API commit adds, with the data that push checks need. Called
 * before the refs move, so it starts git each time: a persistent process does not see the objects
 * of a push.
 */
import { GitError } from '../errors';
import { parseCommit } from '../objects/commit';
import { splitSignature } from '../objects/commit-signature';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';

const maxListBytes = 64 * 1024 * 1024;
const maxContentBytes = 256 * 1024 * 1024;

export interface NewCommitsInput {
  repo: string;
  /** New targets of the refs. */
  tips: readonly string[];
  /**
   * Environment variables that make quarantined objects visible to git; empty when all objects are
   * in the repository.
   */
  quarantine_env: Record<string, string>;
}

/** The fields of a commit that push checks use. */
export interface NewCommit {
  id: string;
  author_email: string;
  committer_email: string;
  message: string;
  is_signed: boolean;
}

/**
 * Ids of the commits reachable from the tips but not yet from any ref, oldest first. The list is
 * complete, because a check must not skip any commit.
 */
export async function newCommitIds(context: GitContext, input: NewCommitsInput): Promise<string[]> {
  const tips = input.tips.map(checkObjectId);
  const { code, stdout, stderr } = await context.repository(input.repo).run({
    args: ['rev-list', '--reverse', '--topo-order', '--stdin', '--not', '--all'],
    env: input.quarantine_env,
    input: `${tips.join('\n')}\n`,
    maxBytes: maxListBytes,
    signal: context.signal,
  });
  if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not list the commits');
  return stdout.toString('latin1').split('\n').filter(Boolean);
}

/** Reads commits that no ref reaches yet, in the order of their ids. */
export async function readNewCommits(
  context: GitContext,
  input: { repo: string; ids: readonly string[]; quarantine_env: Record<string, string> },
): Promise<NewCommit[]> {
  const { code, stdout, stderr } = await context.repository(input.repo).run({
    args: ['cat-file', '--batch'],
    env: input.quarantine_env,
    input: `${input.ids.map(checkObjectId).join('\n')}\n`,
    maxBytes: maxContentBytes,
    signal: context.signal,
  });
  if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not read the commits');
  return parseBatch(stdout);
}

function parseBatch(output: Buffer): NewCommit[] {
  const commits: NewCommit[] = [];
  for (let at = 0; at < output.length;) {
    const newline = output.indexOf(10, at);
    const [id = '', type, size] = output.toString('latin1', at, newline).split(' ');
    if (type !== 'commit') throw new GitError('object_not_found', `there is no commit ${id}`);
    const end = newline + 1 + Number(size);
    const data = output.subarray(newline + 1, end);
    const { author, committer, message } = parseCommit(id, data);
    commits.push({
      id,
      author_email: author.email,
      committer_email: committer.email,
      message,
      is_signed: splitSignature(data) !== null,
    });
    at = end + 1;
  }
  return commits;
}
