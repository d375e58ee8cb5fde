/** Deletes a user. */
import { operation, type Call } from '@forgemesh/rpc';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { removeUser } from '../changes/remove-user';
import { requireUser } from '../find-user';
import type { UsersDeps } from '../deps';

export const deleteUser = operation(
  UserServiceDefinition.deleteUser,
  async ({ id, hard_delete: isHard = false }, call: Call<UsersDeps>) => {
    const user = await requireUser(call.deps, id);
    call.assertUnmodified(user.updated_at);
    await removeUser(call, user, { isHard });
    return {};
  },
);
