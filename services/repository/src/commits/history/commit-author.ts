import type { Principal } from '@forgemesh/telemetry';
import type { Identity } from '@forgemesh/git-engine';
import type { Clients } from '#clients';
import type { CommitsDeps } from './deps';

/** Committer of commits without a user. */
const system = { name: 'Forgemesh', email: 'noreply@localhost' };

/**
 * Author and committer of a new commit: the request may name the author; the committer is the
 * caller.
 */
export async function identitiesOf(
  { clients }: Pick<CommitsDeps, 'clients'>,
  user: Principal | null,
  author: { author_name?: string | undefined; author_email?: string | undefined } = {},
): Promise<{ author: Identity; committer: Identity }> {
  const time = Math.floor(Date.now() / 1000);
  const committer = { ...(user ? await profileOf(clients, user) : system), time };
  return {
    author: { name: author.author_name || committer.name, email: author.author_email || committer.email, time },
    committer,
  };
}

async function profileOf({ users }: Clients, user: Principal): Promise<{ name: string; email: string }> {
  const { users: profiles } = await users.listUserProfiles({ ids: [user.id], usernames: [], emails: [] });
  return { name: user.name, email: profiles[0]?.email ?? system.email };
}
