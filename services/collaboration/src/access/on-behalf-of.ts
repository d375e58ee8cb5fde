/** Runs deferred work with the identity and current rights of the user who requested it. */
import { serviceContext } from '@forgemesh/rpc';
import { currentRequestId, currentScope, runInScope, type Principal } from '@forgemesh/telemetry';
import type { AccessDeps } from './deps';

/** The user who requested deferred work, and their license tier at that time. */
export interface DeferredRequest {
  user_id: number;
  tier: number;
}

/**
 * Runs work with the current rights of the user who requested it; returns null without running it
 * if the user is deleted or not active.
 */
export async function onBehalfOf<T>(
  { clients }: Pick<AccessDeps, 'clients'>,
  { user_id, tier }: DeferredRequest,
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
 * The user and license tier of the deferred work that is running; undefined while a request is
 * served, because the gateway's context names the caller then.
 */
export function actingUser(): { user: Principal; tier: number } | undefined {
  const context = currentScope()?.context;
  return context?.user && !context.forwarded ? { user: context.user, tier: context.tier } : undefined;
}
