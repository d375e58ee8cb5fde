import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { NewCommit } from '@forgemesh/git-engine';
import type { RulePatterns } from './rule-patterns';

/** Lower-case email addresses needed by the rules about users. */
export interface VerifiedEmails {
  /** Addresses that belong to any user. */
  userEmails: ReadonlySet<string>;
  /** Addresses of the pushing user. */
  pusherEmails: ReadonlySet<string>;
}

/** Checks a commit against a rule: the error message, or null. */
export function checkCommit(
  commit: NewCommit,
  rule: PushRule,
  patterns: RulePatterns,
  emails: VerifiedEmails,
): string | null {
  return (
    checkMessage(commit.message, patterns) ??
    checkEmails(commit, patterns) ??
    (rule.commit_committer_check ? checkCommitter(commit.committer_email, emails) : null) ??
    (rule.reject_unsigned_commits && !commit.is_signed ? 'Commit must be signed with a GPG key' : null) ??
    (rule.member_check ? checkMembers(commit, emails) : null)
  );
}

function checkMessage(
  message: string,
  { message: required, forbiddenMessage: forbidden }: RulePatterns,
): string | null {
  if (required && !required.accepts(message)) return `Commit message does not follow the pattern '${required.source}'`;
  if (forbidden?.accepts(message)) return `Commit message contains the forbidden pattern '${forbidden.source}'`;
  return null;
}

function checkEmails({ author_email, committer_email }: NewCommit, { email }: RulePatterns): string | null {
  if (!email) return null;
  if (!email.accepts(author_email))
    return `Author's email '${author_email}' does not follow the pattern '${email.source}'`;
  if (!email.accepts(committer_email))
    return `Committer's email '${committer_email}' does not follow the pattern '${email.source}'`;
  return null;
}

function checkCommitter(email: string, { pusherEmails }: VerifiedEmails): string | null {
  if (pusherEmails.has(email.toLowerCase())) return null;
  return `You cannot push commits for '${email}'. You can only push commits that were committed with one of your own verified emails.`;
}

function checkMembers({ author_email, committer_email }: NewCommit, { userEmails }: VerifiedEmails): string | null {
  if (!userEmails.has(author_email.toLowerCase())) return `Author '${author_email}' is not a member of team`;
  if (!userEmails.has(committer_email.toLowerCase())) return `Committer '${committer_email}' is not a member of team`;
  return null;
}
