/** Removes a user; their data in other services is removed in the background. */
import { removeReplacedAvatar } from '@forgemesh/data';
import { ConflictError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { UserRemoval } from '@forgemesh/proto/identity/v1/directory';
import type { Call } from '@forgemesh/rpc';
import { ensureGhost } from '../ghost';
import type { UserDocument } from '../user.model';
import type { UsersDeps } from '../deps';

/** How a user is removed. */
export interface RemovalOptions {
  /** Whether their contributions are removed, too, and the groups that only they own. */
  isHard: boolean;
}

/**
 * Removes a user on behalf of the caller. Throws ForbiddenError for internal users, and
 * ConflictError for the sole owner of a group unless the removal is hard.
 */
export async function removeUser(call: Call<UsersDeps>, user: UserDocument, { isHard }: RemovalOptions): Promise<void> {
  const { deps, principal } = call;
  if (user.is_internal) throw new ForbiddenError('An internal user cannot be removed');
  const removal = isHard ? { hard_delete: true, ghost_user_id: 0 } : await softRemoval(call, user._id);
  const event = { type: 'identity.user.deleted' as const, actor: principal.id, changes: { ...removal } };
  if (!(await deps.users.remove(user, event))) throw new NotFoundError('User');
  await removeReplacedAvatar(deps.avatarFiles, user.avatar, null);
}

async function softRemoval({ deps, principal }: Call<UsersDeps>, id: number): Promise<UserRemoval> {
  const { sole_owned_group_ids: groups } = await deps.members.getMembershipSummary({ user_id: id, level_only: false });
  if (groups.length > 0) throw new ConflictError('User cannot be removed while is the sole-owner of a group');
  const ghost = await ensureGhost(deps, principal.id);
  return { hard_delete: false, ghost_user_id: ghost._id };
}
