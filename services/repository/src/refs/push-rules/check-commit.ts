import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { NewCommit } from '@forgemesh/git-engine';
import type { RulePatterns } from './rule-patterns';

/** Emails that the rules about people ask for; each in lower case. */
export interface KnownEmails {
  /** Those that belong to some user. */
  ofUsers: ReadonlySet<string>;
  /** Those of the one who pushes. */
  ofPusher: ReadonlySet<string>;
}

/** What a rule has against a commit; null for nothing. */
export function refuseCommit(
  commit: NewCommit,
  rule: PushRule,
  patterns: RulePatterns,
  emails: KnownEmails,
): string | null {
  return (
    refuseMessage(commit.message, patterns) ??
    refuseEmails(commit, patterns) ??
    (rule.commit_committer_check ? refuseCommitter(commit.committer_email, emails) : null) ??
    (rule.reject_unsigned_commits && !commit.is_signed ? 'Commit must be signed with a GPG key' : null) ??
    (rule.member_check ? refuseStranger(commit, emails) : null)
  );
}

function refuseMessage(message: string, { message: wanted, forbiddenMessage: forbidden }: RulePatterns): string | null {
  if (wanted && !wanted.isIn(message)) return `Commit message does not follow the pattern '${wanted.source}'`;
  if (forbidden?.isIn(message)) return `Commit message contains the forbidden pattern '${forbidden.source}'`;
  return null;
}

function refuseEmails({ author_email, committer_email }: NewCommit, { email }: RulePatterns): string | null {
  if (!email) return null;
  if (!email.isIn(author_email))
    return `Author's email '${author_email}' does not follow the pattern '${email.source}'`;
  if (!email.isIn(committer_email))
    return `Committer's email '${committer_email}' does not follow the pattern '${email.source}'`;
  return null;
}

function refuseCommitter(email: string, { ofPusher }: KnownEmails): string | null {
  if (ofPusher.has(email.toLowerCase())) return null;
  return `You cannot push commits for '${email}'. You can only push commits that were committed with one of your own verified emails.`;
}

function refuseStranger({ author_email, committer_email }: NewCommit, { ofUsers }: KnownEmails): string | null {
  if (!ofUsers.has(author_email.toLowerCase())) return `Author '${author_email}' is not a member of team`;
  if (!ofUsers.has(committer_email.toLowerCase())) return `Committer '${committer_email}' is not a member of team`;
  return null;
}
