/** Access rules that depend on more than the caller. */
import { NotFoundError } from '@forgemesh/errors';
import type { IdentityCall } from '../operation';

/**
 * Throws NotFoundError for anonymous callers if the instance does not allow public visibility and
 * therefore hides its users.
 */
export function assertUsersAreShown({ deps, user }: Pick<IdentityCall, 'deps' | 'user'>): void {
  const isClosed = deps.settings.current().restricted_visibility_levels.includes('public');
  if (!user && isClosed) throw new NotFoundError('User');
}
