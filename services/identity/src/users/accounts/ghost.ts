/** The user who becomes the author of what deleted users wrote; created when first needed. */
import { isForgeError } from '@forgemesh/errors';
import { addUser } from './changes/add-user';
import type { UserDocument } from './user.model';
import type { UsersDeps } from './deps';

/** Operation id of its creation, which makes it unique. */
const GHOST_OPERATION = 'ghost user';
const MAX_NUMBER = 1000;

/** Returns the ghost user. Its name has a number if the names before are taken. */
export async function ensureGhost(deps: UsersDeps, actor: number): Promise<UserDocument> {
  const existing = await deps.users.findByOperation(GHOST_OPERATION);
  if (existing) return existing;
  for (let number = 0; ; number++) {
    try {
      return await addGhost(deps, `ghost${number || ''}`, actor);
    } catch (error) {
      if (!isForgeError(error) || error.reason !== 'conflict' || number === MAX_NUMBER) throw error;
    }
  }
}

function addGhost(deps: UsersDeps, username: string, actor: number): Promise<UserDocument> {
  const request = {
    username,
    name: 'Ghost User',
    email: `${username}@example.com`,
    bio: 'This is a "Ghost User", created to hold all issues authored by users that have since been deleted.',
    force_random_password: true,
    skip_confirmation: true,
    can_create_group: false,
    projects_limit: 0,
  };
  return addUser(deps, request, { actor, operationId: GHOST_OPERATION, tier: 0, isInternal: true });
}
