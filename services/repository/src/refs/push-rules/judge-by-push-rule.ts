/**
 * The push rule of a project, for pushes and for commits of the API alike. It is asked for at each
 * write, so that a change acts at once.
 *
 * The order of the checks: each ref, each new commit, the names of new and changed files, their
 * sizes. The first refusal is told.
 */
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { zeroId } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';
import { refuseCommit } from './check-commit';
import { refuseFiles } from './check-files';
import { refuseRef } from './check-ref';
import { loadCommitterEmails } from './committer-emails';
import { refuseSize } from './refuse-size';
import type { RuledPush } from './ruled-push';
import { matchPatterns, UnmatchedTextError } from './rule-patterns';

/** So many commits are read at once. */
const CHUNK = 500;

const BRANCHES = 'refs/heads/';

/** The worker that is asked: commits do not wait behind clones. */
type Git = Repositories['git'];

/**
 * Decides a push by the size of the repository and the project's rule: null where it is allowed,
 * else what the caller is told.
 */
export async function judgeByPushRule(repositories: Repositories, push: RuledPush): Promise<string | null> {
  const { project_id, tier } = push;
  const tooLarge = await refuseSize(repositories, push);
  if (tooLarge !== null) return tooLarge;
  const policy = push.policy ?? repositories.clients.pushPolicy.getPushPolicy({ project_id, tier });
  const { push_rule: rule } = await policy;
  if (!rule) return null;
  try {
    return (await refuseRefs(push, rule)) ?? (await refuseCommits(repositories, push, rule));
  } catch (error) {
    // What cannot be checked is not accepted.
    if (error instanceof UnmatchedTextError) return error.message;
    throw error;
  }
}

async function refuseRefs({ updates, default_branch, door }: RuledPush, rule: PushRule): Promise<string | null> {
  const branches = updates.filter(({ ref, new: next }) => ref.startsWith(BRANCHES) && next !== zeroId);
  const patterns = await matchPatterns(rule, { branchNames: branches.map(({ ref }) => ref.slice(BRANCHES.length)) });
  const defaultBranch = default_branch || (branches[0]?.ref.slice(BRANCHES.length) ?? '');
  for (const update of updates) {
    const refusal = refuseRef(update, rule, patterns, { door, default_branch: defaultBranch });
    if (refusal !== null) return refusal;
  }
  return null;
}

async function refuseCommits(repositories: Repositories, push: RuledPush, rule: PushRule): Promise<string | null> {
  if (!asksForCommits(rule) && !asksForFiles(rule)) return null;
  const git: Git = push.door === 'git' ? repositories.transportGit : repositories.git;
  const { repo, quarantine_env } = push;
  const tips = push.updates.map(({ new: next }) => next).filter((id) => id !== zeroId);
  const ids = tips.length === 0 ? [] : await git.newCommitIds({ repo, tips, quarantine_env });
  const chunks = chunksOf(ids);
  if (asksForCommits(rule)) {
    for (const chunk of chunks) {
      const commits = await git.readNewCommits({ repo, ids: chunk, quarantine_env });
      const emails = await loadCommitterEmails(repositories, rule, commits, push.user_id);
      const patterns = await matchPatterns(rule, {
        messages: commits.map(({ message }) => message),
        emails: commits.flatMap(({ author_email, committer_email }) => [author_email, committer_email]),
      });
      for (const commit of commits) {
        const refusal = refuseCommit(commit, rule, patterns, emails);
        if (refusal !== null) return refusal;
      }
    }
  }
  if (asksForFiles(rule)) {
    for (const chunk of chunks) {
      const with_sizes = rule.max_file_size > 0;
      const files = await git.newFiles({ repo, ids: chunk, quarantine_env, with_sizes });
      const patterns = await matchPatterns(rule, { fileNames: files.map(({ path }) => path) });
      const refusal = refuseFiles(files, rule, patterns);
      if (refusal !== null) return refusal;
    }
  }
  return null;
}

function asksForCommits(rule: PushRule): boolean {
  const { commit_message_regex: message, commit_message_negative_regex: forbidden, author_email_regex: email } = rule;
  const asksForPeople = rule.member_check || rule.commit_committer_check || rule.reject_unsigned_commits;
  return Boolean(message || forbidden || email || asksForPeople);
}

function asksForFiles({ file_name_regex, prevent_secrets, max_file_size }: PushRule): boolean {
  return file_name_regex !== '' || prevent_secrets || max_file_size > 0;
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / CHUNK);
  return Array.from({ length: count }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK));
}
