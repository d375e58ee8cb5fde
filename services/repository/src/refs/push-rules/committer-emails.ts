import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { NewCommit } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';
import type { KnownEmails } from './check-commit';

/** So many emails are asked for at once. */
const PARALLEL = 16;

/**
 * Asks identity for the emails that the rules about people need; nothing is asked where there are
 * no such rules.
 */
export async function loadCommitterEmails(
  { clients }: Repositories,
  rule: PushRule,
  commits: readonly NewCommit[],
  userId: number | null,
): Promise<KnownEmails> {
  const ofUsers = new Set<string>();
  const ofPusher = new Set<string>();
  const wanted = wantedEmails(rule, commits);
  for (let at = 0; at < wanted.length; at += PARALLEL) {
    await Promise.all(
      wanted.slice(at, at + PARALLEL).map(async (email) => {
        // One question for each email: the answer to several does not tell which of them are known.
        const { users } = await clients.users.listUserProfiles({ ids: [], usernames: [], emails: [email] });
        if (users.length > 0) ofUsers.add(email);
        if (users.some(({ id }) => id === userId)) ofPusher.add(email);
      }),
    );
  }
  return { ofUsers, ofPusher };
}

function wantedEmails(rule: PushRule, commits: readonly NewCommit[]): string[] {
  const emails = commits.flatMap(({ author_email: author, committer_email: committer }) => [
    ...(rule.member_check ? [author] : []),
    ...(rule.member_check || rule.commit_committer_check ? [committer] : []),
  ]);
  return [...new Set(emails.map((email) => email.toLowerCase()))];
}
