import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';

/** The id of the project. Throws NotFoundError if it has no large files, and so no locks. */
export function lockedProject(call: Call<unknown>): number {
  const { id, features } = call.resource();
  if (features['lfs'] === 'disabled') throw new NotFoundError();
  return id;
}
