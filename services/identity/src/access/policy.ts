/** Access rules that depend on more than the caller. */
import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import type { AccessDeps } from './deps';

/**
 * Throws NotFoundError for anonymous callers if the instance does not allow public visibility and
 * therefore hides its users.
 */
export function assertUsersAreShown({ deps, user }: Pick<Call<AccessDeps>, 'deps' | 'user'>): void {
  const isClosed = deps.settings.current().restricted_visibility_levels.includes('public');
  if (!user && isClosed) throw new NotFoundError('User');
}

/**
 * Whether nodes of a replicated instance are registered, for which the geo service authenticates
 * users and copies files. Earlier releases did not store it.
 */
export function isReplicated({ settings }: AccessDeps): boolean {
  return settings.current().has_geo_nodes !== false;
}
