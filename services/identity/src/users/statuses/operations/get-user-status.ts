import { operation, type Call } from '@forgemesh/rpc';
import { UserStatusServiceDefinition } from '@forgemesh/proto/identity/v1/user_status';
import { assertUsersAreShown } from '#access';
import { requireNamedUser } from '#users/accounts';
import { presentUserStatus } from '../user-status.entity';
import type { StatusesDeps } from '../deps';

/** Gets the status of a user by id or username. */
export const getUserStatus = operation(
  UserStatusServiceDefinition.getUserStatus,
  async ({ id_or_username: reference }, call: Call<StatusesDeps>) => {
    assertUsersAreShown(call);
    return presentUserStatus(await requireNamedUser(call.deps, reference));
  },
);
