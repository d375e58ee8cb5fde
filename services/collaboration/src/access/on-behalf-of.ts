/** Work in the name of a user who asked for it earlier. */
import { serviceContext } from '@forgemesh/rpc';
import { currentRequestId, currentScope, runInScope, type Principal } from '@forgemesh/telemetry';
import type { Collaboration } from '../deps';

/** Whose wish it was, and under which licence. */
export interface Wish {
  user_id: number;
  tier: number;
}

/**
 * Does what a user asked for earlier, with what he may do now; null where he is gone or blocked.
 */
export async function onBehalfOf<T>(
  { clients }: Pick<Collaboration, 'clients'>,
  { user_id, tier }: Wish,
  work: (user: Principal) => Promise<T>,
): Promise<T | null> {
  const { users } = await clients.users.listUserProfiles({ ids: [user_id] });
  const [profile] = users;
  if (profile?.state !== 'active') return null;
  const { id, username, name, admin, external } = profile;
  const user = { id, username, name, admin, external };
  const requestId = currentRequestId();
  const context = { ...serviceContext(requestId), user, real_user_id: id, tier };
  return runInScope({ fields: { request_id: requestId }, context }, () => work(user));
}

/**
 * The user in whose name the work runs, and the licence tier under which they asked for it;
 * undefined while a request is answered: then the gateway's context says it.
 */
export function actingUser(): { user: Principal; tier: number } | undefined {
  const context = currentScope()?.context;
  return context?.user && !context.forwarded ? { user: context.user, tier: context.tier } : undefined;
}
