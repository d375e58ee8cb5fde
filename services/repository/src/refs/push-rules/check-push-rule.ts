/**
 * Checks pushes and API commits against the project's push rule. The rule is fetched for each
 * write, so that changes apply immediately.
 *
 * Order of the checks: each ref, each new commit, the names of new and changed files, their sizes.
 * The first failure is reported.
 */
import { BRANCHES, type GitClient, zeroId } from '@forgemesh/git-engine';
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { checkCommit } from './check-commit';
import { checkFiles } from './check-files';
import { checkRef } from './check-ref';
import { loadCommitterEmails } from './committer-emails';
import { checkSize } from './check-size';
import type { PushRuleRequest } from './push-rule-request';
import { matchPatterns, PatternMatchError } from './rule-patterns';
import type { PushRulesDeps } from './deps';

/** Commits read per call. */
const CHUNK = 500;

/** The worker to use: API commits do not wait behind clones. */
type Git = GitClient;

/**
 * Checks a push against the size limit of repositories and the project's push rule: the error
 * message, or null if it is allowed.
 */
export async function checkPushRule(deps: PushRulesDeps, push: PushRuleRequest): Promise<string | null> {
  const { project_id, tier } = push;
  const tooLarge = await checkSize(deps, push);
  if (tooLarge !== null) return tooLarge;
  const policy = push.policy ?? deps.clients.pushPolicy.getPushPolicy({ project_id, tier });
  const { push_rule: rule } = await policy;
  if (!rule) return null;
  try {
    return (await checkRefs(push, rule)) ?? (await checkCommits(deps, push, rule));
  } catch (error) {
    // A push that cannot be checked is refused.
    if (error instanceof PatternMatchError) return error.message;
    throw error;
  }
}

async function checkRefs({ updates, default_branch, source }: PushRuleRequest, rule: PushRule): Promise<string | null> {
  const branches = updates.filter(({ ref, new: next }) => ref.startsWith(BRANCHES) && next !== zeroId);
  const patterns = await matchPatterns(rule, { branchNames: branches.map(({ ref }) => ref.slice(BRANCHES.length)) });
  const defaultBranch = default_branch || (branches[0]?.ref.slice(BRANCHES.length) ?? '');
  for (const update of updates) {
    const refusal = checkRef(update, rule, patterns, { source, default_branch: defaultBranch });
    if (refusal !== null) return refusal;
  }
  return null;
}

async function checkCommits(deps: PushRulesDeps, push: PushRuleRequest, rule: PushRule): Promise<string | null> {
  if (!needsCommits(rule) && !needsFiles(rule)) return null;
  const git: Git = push.source === 'git' ? deps.transportGit : deps.git;
  const { repo, quarantine_env } = push;
  const tips = push.updates.map(({ new: next }) => next).filter((id) => id !== zeroId);
  const ids = tips.length === 0 ? [] : await git.newCommitIds({ repo, tips, quarantine_env });
  const chunks = chunksOf(ids);
  if (needsCommits(rule)) {
    for (const chunk of chunks) {
      const commits = await git.readNewCommits({ repo, ids: chunk, quarantine_env });
      const emails = await loadCommitterEmails(deps, rule, commits, push.user_id);
      const patterns = await matchPatterns(rule, {
        messages: commits.map(({ message }) => message),
        emails: commits.flatMap(({ author_email, committer_email }) => [author_email, committer_email]),
      });
      for (const commit of commits) {
        const refusal = checkCommit(commit, rule, patterns, emails);
        if (refusal !== null) return refusal;
      }
    }
  }
  if (needsFiles(rule)) {
    for (const chunk of chunks) {
      const with_sizes = rule.max_file_size > 0;
      const files = await git.newFiles({ repo, ids: chunk, quarantine_env, with_sizes });
      const patterns = await matchPatterns(rule, { fileNames: files.map(({ path }) => path) });
      const refusal = checkFiles(files, rule, patterns);
      if (refusal !== null) return refusal;
    }
  }
  return null;
}

function needsCommits(rule: PushRule): boolean {
  const { commit_message_regex: message, commit_message_negative_regex: forbidden, author_email_regex: email } = rule;
  const needsUsers = rule.member_check || rule.commit_committer_check || rule.reject_unsigned_commits;
  return Boolean(message || forbidden || email || needsUsers);
}

function needsFiles({ file_name_regex, prevent_secrets, max_file_size }: PushRule): boolean {
  return file_name_regex !== '' || prevent_secrets || max_file_size > 0;
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / CHUNK);
  return Array.from({ length: count }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK));
}
