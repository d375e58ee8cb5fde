/** Deletes a user. Related data is removed by the consumers of the event. */
import { operation, type Call } from '@forgemesh/rpc';
import { removeReplacedAvatar } from '@forgemesh/data';
import { ConflictError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { UserRemoval } from '@forgemesh/proto/identity/v1/directory';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { requireUser } from '../find-user';
import { ensureGhost } from '../ghost';
import type { UsersDeps } from '../deps';

export const deleteUser = operation(
  UserServiceDefinition.deleteUser,
  async ({ id, hard_delete: isAll }, call: Call<UsersDeps>) => {
    const { deps, principal } = call;
    const user = await requireUser(deps, id);
    call.assertUnmodified(user.updated_at);
    if (user.is_internal) throw new ForbiddenError('An internal user cannot be removed');
    const removal = isAll ? { hard_delete: true, ghost_user_id: 0 } : await softRemoval(call, id);
    const event = { type: 'identity.user.deleted' as const, actor: principal.id, changes: { ...removal } };
    if (!(await deps.users.remove(user, event))) throw new NotFoundError('User');
    await removeReplacedAvatar(deps.avatarFiles, user.avatar, null);
    return {};
  },
);

async function softRemoval({ deps, principal }: Call<UsersDeps>, id: number): Promise<UserRemoval> {
  const { sole_owned_group_ids: groups } = await deps.members.getMembershipSummary({ user_id: id, level_only: false });
  if (groups.length > 0) throw new ConflictError('User cannot be removed while is the sole-owner of a group');
  const ghost = await ensureGhost(deps, principal.id);
  return { hard_delete: false, ghost_user_id: ghost._id };
}
