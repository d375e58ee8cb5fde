/** Rights that depend on more than the caller's level. */
import { OWNER } from '@forgemesh/access';
import { ForbiddenError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';

/**
 * Only owners change the name and visibility of a project. Throws ForbiddenError for other callers.
 */
export function assertMayUpdate(
  call: Call<unknown>,
  request: { name?: string | undefined; visibility?: string | undefined },
): void {
  const isOwners = request.name !== undefined || request.visibility !== undefined;
  if (isOwners && call.resource('id').level < OWNER) throw new ForbiddenError();
}
