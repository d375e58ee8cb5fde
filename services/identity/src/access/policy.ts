/** Rights that depend on more than who calls. */
import { NotFoundError } from '@forgemesh/errors';
import type { IdentityCall } from '../operation';

/**
 * An instance that allows nothing public hides its users from those who are not signed in. Throws
 * NotFoundError for them.
 */
export function assertUsersAreShown({ deps, user }: Pick<IdentityCall, 'deps' | 'user'>): void {
  const isClosed = deps.settings.current().restricted_visibility_levels.includes('public');
  if (!user && isClosed) throw new NotFoundError('User');
}
