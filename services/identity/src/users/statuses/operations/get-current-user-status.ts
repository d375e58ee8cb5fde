import { operation, type Call } from '@forgemesh/rpc';
import { UserStatusServiceDefinition } from '@forgemesh/proto/identity/v1/user_status';
import { requireUser } from '#users/accounts';
import { presentUserStatus } from '../user-status.entity';
import type { StatusesDeps } from '../deps';

/** Gets the caller's status. */
export const getCurrentUserStatus = operation(
  UserStatusServiceDefinition.getCurrentUserStatus,
  async (_request, { deps, principal }: Call<StatusesDeps>) => presentUserStatus(await requireUser(deps, principal.id)),
);
