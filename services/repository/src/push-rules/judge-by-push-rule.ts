/**
 * The push rule of a project, for pushes and for commits of the API alike. It is asked for at each write, so that a change acts at once.
 *
 * The order of the checks: each ref, each new commit, the names of new and changed files, their sizes. The first refusal is told.
 */
import type { PushPolicy } from '@forgemesh/proto/projects/v1/push_policy';
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { RefUpdate } from '../git/write/ref-transactions';
import { zeroId } from '../git/objects/object-id';
import type { Door } from '../policy';
import type { Repositories } from '../service';
import { refuseCommit } from './check-commit';
import { refuseFiles } from './check-files';
import { refuseRef } from './check-ref';
import { knownEmails } from './known-emails';
import { refuseSize } from './refuse-size';
import { compilePatterns, type RulePatterns } from './rule-patterns';

/** So many commits are read at once. */
const CHUNK = 500;

/** A push or commit before its refs move. */
export interface RuledPush {
  project_id: number;
  repo: string;
  updates: readonly RefUpdate[];
  /** Who pushes; null for the system. */
  user_id: number | null;
  /** Licence tier of the instance. */
  tier: number;
  /** Default branch of the project; empty while it has none, and then the first branch becomes it. */
  default_branch: string;
  door: Door;
  /** The project's rule where it was asked for already, for this write. */
  policy?: Promise<PushPolicy>;
  /** Variables with which git sees the objects of a push; empty for what is in the repository already. */
  quarantine_env: Record<string, string>;
}

/** The worker that is asked: commits do not wait behind clones. */
type Git = Repositories['git'];

/** Decides a push by the size of the repository and the project's rule: null where it is allowed, else what the caller is told. */
export async function judgeByPushRule(repositories: Repositories, push: RuledPush): Promise<string | null> {
  const { project_id, tier } = push;
  const tooLarge = await refuseSize(repositories, push);
  if (tooLarge !== null) return tooLarge;
  const policy = push.policy ?? repositories.clients.pushPolicy.getPushPolicy({ project_id, tier });
  const { push_rule: rule } = await policy;
  if (!rule) return null;
  const patterns = compilePatterns(rule);
  const defaultBranch = push.default_branch || firstBranch(push.updates);
  for (const update of push.updates) {
    const refusal = refuseRef(update, rule, patterns, { door: push.door, default_branch: defaultBranch });
    if (refusal !== null) return refusal;
  }
  return asksForCommits(rule) || asksForFiles(rule) ? refuseCommits(repositories, push, rule, patterns) : null;
}

async function refuseCommits(
  repositories: Repositories,
  push: RuledPush,
  rule: PushRule,
  patterns: RulePatterns,
): Promise<string | null> {
  const git: Git = push.door === 'git' ? repositories.transportGit : repositories.git;
  const { repo, quarantine_env } = push;
  const tips = push.updates.map(({ new: next }) => next).filter((id) => id !== zeroId);
  const ids = tips.length === 0 ? [] : await git.newCommitIds({ repo, tips, quarantine_env });
  const chunks = chunksOf(ids);
  if (asksForCommits(rule)) {
    for (const chunk of chunks) {
      const commits = await git.readNewCommits({ repo, ids: chunk, quarantine_env });
      const emails = await knownEmails(repositories, rule, commits, push.user_id);
      for (const commit of commits) {
        const refusal = refuseCommit(commit, rule, patterns, emails);
        if (refusal !== null) return refusal;
        // A long message takes a while: others get their turn in between.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
  if (asksForFiles(rule)) {
    for (const chunk of chunks) {
      const with_sizes = rule.max_file_size > 0;
      const refusal = refuseFiles(await git.newFiles({ repo, ids: chunk, quarantine_env, with_sizes }), rule, patterns);
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

function firstBranch(updates: readonly RefUpdate[]): string {
  const first = updates.find(({ ref, new: next }) => ref.startsWith('refs/heads/') && next !== zeroId);
  return first?.ref.slice('refs/heads/'.length) ?? '';
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / CHUNK);
  return Array.from({ length: count }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK));
}
