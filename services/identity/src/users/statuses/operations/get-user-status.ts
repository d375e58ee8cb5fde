import { UserStatusServiceDefinition } from '@forgemesh/proto/identity/v1/user_status';
import { operation } from '#operation';
import { assertUsersAreShown } from '#access/policy';
import { requireNamedUser } from '#users/users/find-user';
import { presentUserStatus } from '../user-status.entity';

/** Gets the status of a user by id or username. */
export const getUserStatus = operation(
  UserStatusServiceDefinition.getUserStatus,
  async ({ id_or_username: reference }, call) => {
    assertUsersAreShown(call);
    return presentUserStatus(await requireNamedUser(call.deps, reference));
  },
);
