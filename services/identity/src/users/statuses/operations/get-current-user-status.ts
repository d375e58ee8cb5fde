import { UserStatusServiceDefinition } from '@forgemesh/proto/identity/v1/user_status';
import { operation } from '#operation';
import { requireUser } from '#users/users/find-user';
import { presentUserStatus } from '../user-status.entity';

/** Gets the caller's status. */
export const getCurrentUserStatus = operation(
  UserStatusServiceDefinition.getCurrentUserStatus,
  async (_request, { deps, principal }) => presentUserStatus(await requireUser(deps, principal.id)),
);
