import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { NewCommit } from '@forgemesh/git-engine';
import type { VerifiedEmails } from './check-commit';
import type { PushRulesDeps } from './deps';

/** Concurrent queries. */
const PARALLEL = 16;

/**
 * Queries identity for the email addresses that the rules about users need; without such rules, no
 * query is made.
 */
export async function loadCommitterEmails(
  { clients }: PushRulesDeps,
  rule: PushRule,
  commits: readonly NewCommit[],
  userId: number | null,
): Promise<VerifiedEmails> {
  const userEmails = new Set<string>();
  const pusherEmails = new Set<string>();
  const candidates = emailsToCheck(rule, commits);
  for (let at = 0; at < candidates.length; at += PARALLEL) {
    await Promise.all(
      candidates.slice(at, at + PARALLEL).map(async (email) => {
        // One query per address: a combined result would not tell which addresses exist.
        const { users } = await clients.users.listUserProfiles({ ids: [], usernames: [], emails: [email] });
        if (users.length > 0) userEmails.add(email);
        if (users.some(({ id }) => id === userId)) pusherEmails.add(email);
      }),
    );
  }
  return { userEmails, pusherEmails };
}

function emailsToCheck(rule: PushRule, commits: readonly NewCommit[]): string[] {
  const emails = commits.flatMap(({ author_email: author, committer_email: committer }) => [
    ...(rule.member_check ? [author] : []),
    ...(rule.member_check || rule.commit_committer_check ? [committer] : []),
  ]);
  return [...new Set(emails.map((email) => email.toLowerCase()))];
}
